import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { environment, readConfig } from '../../../../src/core/settings/config.ts';
import { startOwnService } from '../../../support/service.ts';
import { inRepository } from '../../../support/program.ts';

interface Probe {
  httpGet: { path: string; port: string };
  timeoutSeconds: number;
  periodSeconds: number;
  failureThreshold: number;
}
interface Container {
  image: string;
  command?: string[];
  env?: { name: string; value: string }[];
  envFrom: Record<string, { name: string }>[];
  ports?: { name: string; containerPort: number }[];
  startupProbe?: Probe;
  readinessProbe?: Probe;
  livenessProbe?: Probe;
  resources: { limits: { memory: string } };
  securityContext: Record<string, unknown>;
}
interface Pod {
  terminationGracePeriodSeconds?: number;
  securityContext: Record<string, unknown>;
  containers: [Container];
}
interface Manifest {
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  stringData?: Record<string, string>;
  spec?: any;
}

const folder = inRepository('deploy/kubernetes');
const documentsIn = (text: string) => parseAllDocuments(text).map((document) => document.toJS() as Manifest);
const files = readdirSync(folder).filter((file) => file !== 'kustomization.yaml');
const manifests = files.flatMap((file) => documentsIn(readFileSync(`${folder}/${file}`, 'utf8')));
const ofKind = (kind: string) => manifests.filter((one) => one.kind === kind);
const podOf = ({ spec }: Manifest) => spec.template.spec as Pod;
const running = [...ofKind('Deployment'), ...ofKind('Job')].map((one): [string, Pod] => [
  one.metadata.name,
  podOf(one),
]);
const lasting = ofKind('Deployment').map((one): [string, Pod] => [one.metadata.name, podOf(one)]);
const [settings = {}] = ofKind('ConfigMap').map(({ data }) => data);
const [secrets = {}] = ofKind('Secret').map(({ stringData }) => stringData);

/** What requests and deliveries get after the drain, in seconds (docs/run/monitoring.md). */
const graceSeconds = 12;

describe('deploy/kubernetes', () => {
  it('names settings that the service knows, and asks for a secret of one’s own', () => {
    const roles = lasting.flatMap(([, { containers }]) => containers[0].env?.map(({ name }) => name) ?? []);
    const named = [...Object.keys(settings), ...Object.keys(secrets), ...roles];
    expect(Object.keys(environment.properties)).toEqual(expect.arrayContaining(named));

    expect(() => readConfig({ ...settings, ...secrets })).toThrow('APP_SECRET');
    const config = readConfig({ ...settings, ...secrets, APP_SECRET: '0123456789abcdef0123456789abcdef' });
    expect(config).toMatchObject({ OPS_PORT: 9090, TRUSTED_PROXY_HOPS: 1 });
  });

  it('runs api and worker apart, each as a role that there is', () => {
    const roles = lasting.map(
      ([, { containers }]) => containers[0].env?.find(({ name }) => name === 'ROLE')?.value,
    );

    expect(roles).toEqual(['api', 'worker']);
    for (const ROLE of roles)
      expect(readConfig({ ...settings, ...secrets, APP_SECRET: 'x'.repeat(32), ROLE }).ROLE).toBe(ROLE);
  });

  it.each(running)('%s is nobody in particular, can write nowhere, and has bounds', (_, pod) => {
    const [container] = pod.containers;

    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
    expect(readFileSync(inRepository('Dockerfile'), 'utf8')).toMatch(/^USER 1000$/m); // a name would not do
    expect(container.securityContext).toMatchObject({
      readOnlyRootFilesystem: true,
      allowPrivilegeEscalation: false,
    });
    expect(container.resources.limits.memory).toMatch(/^\d+[MG]i$/);
    expect(container.image).toMatch(/:\d+\.\d+\.\d+$/);
    const sources = container.envFrom.flatMap((source) => Object.values(source).map(({ name }) => name));
    expect(new Set(sources)).toEqual(new Set(['galley']));
  });

  it.each(lasting)('%s is given longer to end than it takes', (_, pod) => {
    const drainSeconds = Number(settings['DRAIN_SECONDS']);

    expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(drainSeconds + graceSeconds + 5);
    const { readinessProbe } = pod.containers[0];
    const noticedAfter = (readinessProbe?.periodSeconds ?? 0) * (readinessProbe?.failureThreshold ?? 0);
    expect(drainSeconds).toBeGreaterThan(noticedAfter + (readinessProbe?.timeoutSeconds ?? 0));
  });

  it('asks for health at addresses and ports that answer, and waits long enough', async () => {
    const service = await startOwnService();
    for (const [name, { containers }] of lasting) {
      const [{ ports = [], startupProbe, readinessProbe, livenessProbe }] = containers;
      const port = (wanted: string) => ports.find((one) => one.name === wanted)?.containerPort;
      expect([startupProbe, readinessProbe, livenessProbe].map((probe) => probe?.httpGet.path)).toEqual([
        '/healthz',
        '/readyz',
        '/healthz',
      ]);
      for (const probe of [startupProbe, readinessProbe, livenessProbe]) {
        expect([name, String(port(probe?.httpGet.port ?? ''))]).toEqual([name, settings['OPS_PORT']]);
        expect(probe?.timeoutSeconds).toBeGreaterThan(1);
        expect((await fetch(service.url + (probe?.httpGet.path ?? ''))).status).toBe(200);
      }
    }
  });

  it('leads from the Ingress to the port that serves', () => {
    const [ingress] = ofKind('Ingress');
    const [service] = ofKind('Service');
    const [api] = ofKind('Deployment');
    const { host, http } = ingress?.spec.rules[0] ?? {};
    const { backend } = http.paths[0];
    const [port] = service?.spec.ports ?? [];
    const container = podOf(api as Manifest).containers[0];

    expect(`https://${host}`).toBe(settings['BASE_URL']);
    expect(ingress?.spec.tls[0].hosts).toEqual([host]);
    expect([backend.service.name, backend.service.port.name]).toEqual([service?.metadata.name, port.name]);
    expect(container.ports?.find(({ name }) => name === port.targetPort)?.containerPort).toBe(
      environment.properties.PORT.default,
    );
    const labels = api?.spec.template.metadata.labels;
    expect(service?.spec.selector).toEqual(labels);
    expect(ofKind('PodDisruptionBudget')[0]?.spec.selector.matchLabels).toEqual(labels);
    for (const deployment of ofKind('Deployment'))
      expect(deployment.spec.selector.matchLabels).toEqual(deployment.spec.template.metadata.labels);
  });

  it('takes bodies as large as the service does', () => {
    const [ingress] = ofKind('Ingress') as (Manifest & {
      metadata: { annotations: Record<string, string> };
    })[];
    const size = ingress?.metadata.annotations['nginx.ingress.kubernetes.io/proxy-body-size'] ?? '';

    expect(Number.parseInt(size) * 1024 * 1024).toBeGreaterThan(
      environment.properties.MAX_BODY_BYTES.default,
    );
  });
});

/** The kubectl of Debian 12 contains a Kustomize that is too old. */
function hasKustomize(): boolean {
  const { stdout = '' } = spawnSync('kubectl', ['version', '--client'], { encoding: 'utf8' });
  return /Kustomize Version: v[5-9]/.test(stdout);
}

function rendered(path: string): Manifest[] {
  const { stdout, stderr } = spawnSync('kubectl', ['kustomize', inRepository(path)], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return documentsIn(stdout);
}

describe.runIf(hasKustomize())('the overlays of deploy/kustomize', () => {
  const namesOf = (overlay: readonly Manifest[]) =>
    overlay.map(({ kind, metadata }) => `${kind} ${metadata.name}`).toSorted();
  const deployment = (overlay: readonly Manifest[], name: string) =>
    overlay.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === name);
  const roleOf = (one: Manifest | undefined) =>
    one === undefined ? null : podOf(one).containers[0].env?.find(({ name }) => name === 'ROLE')?.value;

  it('start from all plain manifests', () => {
    expect(namesOf(rendered('deploy/kubernetes'))).toEqual(namesOf(manifests));
  });

  it('small is one process that does everything', () => {
    const small = rendered('deploy/kustomize/small');
    expect(small.filter(({ kind }) => kind === 'Deployment')).toHaveLength(1);
    const api = deployment(small, 'galley-api');
    expect([api?.spec.replicas, roleOf(api)]).toEqual([1, 'all']);
    expect(small.filter(({ kind }) => kind === 'PodDisruptionBudget')).toEqual([]);
    expect(readConfig({ ...settings, ...secrets, APP_SECRET: 'x'.repeat(32), ROLE: 'all' }).ROLE).toBe('all');
  });

  it('three-replicas has three API processes and a worker', () => {
    const three = rendered('deploy/kustomize/three-replicas');
    const replicas = ['galley-api', 'galley-worker'].map((name) => deployment(three, name)?.spec.replicas);
    expect(replicas).toEqual([3, 1]);
    expect(namesOf(three)).toEqual(namesOf(manifests));
  });

  it('external-secrets replaces the Secret by one of a store, with the same keys', () => {
    const external = rendered('deploy/kustomize/external-secrets');
    expect(external.filter(({ kind }) => kind === 'Secret')).toEqual([]);
    const secret = external.find(({ kind }) => kind === 'ExternalSecret');
    expect(secret?.spec.target.name).toBe('galley');
    const keys = (secret?.spec.data as { secretKey: string }[]).map(({ secretKey }) => secretKey);
    expect(keys.sort()).toEqual(Object.keys(secrets).sort());
  });
});

describe('deploy/systemd/galley.service', () => {
  const unit = readFileSync(inRepository('deploy/systemd/galley.service'), 'utf8');
  const value = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? '';

  it('starts what npm start does, in production, and gives it longer to end than it takes', () => {
    const { scripts } = parse(readFileSync(inRepository('package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };

    expect(scripts['start']).toBe(value('ExecStart').replace('/usr/bin/', 'exec '));
    expect(value('Environment')).toContain('NODE_ENV=production');
    const drainSeconds = environment.properties.DRAIN_SECONDS.default as number;
    expect(Number(value('TimeoutStopSec'))).toBeGreaterThan(drainSeconds + graceSeconds);
  });
});
