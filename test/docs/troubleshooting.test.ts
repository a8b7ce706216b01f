import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../../src/cli/program.ts';
import { errors } from '../../src/contract/errors.ts';
import { inRepository } from '../support/program.ts';

const text = ['troubleshooting', 'versions']
  .map((name) => readFileSync(inRepository(`docs/${name}.md`), 'utf8').replaceAll('\n', ' '))
  .join('\n');
const quoted = [...new Set([...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code))];
const commands = quoted.filter((code) => code.startsWith('galley ') && code !== 'galley --version');
const settings = quoted.filter((code) => /^[A-Z][A-Z0-9_]+$/.test(code));
const codes = [...text.matchAll(/\b[1-5]\d\d `([a-z_]+)`/g)].map(([, code = '']) => code);

describe('docs/troubleshooting.md and docs/versions.md', () => {
  it('name commands, settings and codes', () => {
    expect([commands.length, settings.length, codes.length].every((count) => count > 4)).toBe(true);
  });

  it.each(commands)('name a command with options that it takes: %s', async (command) => {
    const words = command.split(' ').slice(1);
    const from = words.findIndex((word) => !/^[a-z-]+$/.test(word) || word.startsWith('--'));
    const path = from === -1 ? words : words.slice(0, from);

    const { out, exitCode } = await runCommand([...path, '--help'], {}, '.');

    expect(exitCode).toBe(0);
    expect(out).toContain(`Usage: galley ${path.join(' ')} `);
    for (const option of words.filter((word) => word.startsWith('--'))) expect(out).toContain(`${option} `);
  });

  it.each(settings)('name a setting that the README lists: %s', (setting) => {
    expect(readFileSync(inRepository('README.md'), 'utf8')).toContain(`\`${setting}\``);
  });

  it.each(codes)('name a code of the catalogue: %s', (code) => {
    expect(Object.keys(errors)).toContain(code);
  });
});
