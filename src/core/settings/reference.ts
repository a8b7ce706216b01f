import type { Config } from './config.ts';

/** A setting as `docs/run/settings.md` describes it. */
export interface SettingReference {
  /** What the setting is, with its unit. */
  about: string;
  /** The default in words, where the declaration has none or `npm run dev` uses another one. */
  fallback?: string;
}

export interface SettingGroup {
  title: string;
  /** Facts about the whole group. */
  note?: string;
  settings: Partial<Record<keyof Config, SettingReference>>;
}

/** Every setting, in groups. `tools/write-docs.ts` fails if one is missing. */
export const settingGroups: readonly SettingGroup[] = [
  {
    title: 'Database',
    settings: {
      MONGODB_URI: {
        about:
          'Connection string of the replica set or sharded cluster. Read and write concern must be at least `majority`.',
        fallback: 'required; embedded in development',
      },
      MONGODB_DB: { about: 'Name of the database.' },
    },
  },
  {
    title: 'Server',
    settings: {
      PORT: { about: 'Port to listen on.' },
      HOST: { about: 'Address to listen on.', fallback: '`0.0.0.0`; `127.0.0.1` in development' },
      BASE_URL: {
        about: 'URL under which clients reach Galley. Links in responses start with it.',
        fallback: '`http://localhost:<PORT>`',
      },
      ROLE: {
        about:
          'Work of the process: `api` serves requests, `worker` sends webhooks and runs scheduled jobs, `all` does both.',
      },
      APP_SECRET: {
        about:
          'Secret of 32 or more characters that encrypts signing secrets and publishable keys and signs cursors. Without it they cannot be read again.',
        fallback: 'required; created once in development',
      },
      APP_SECRET_PREVIOUS: {
        about:
          'Second secret that is accepted while you [replace `APP_SECRET`](../security/rotating-secrets.md#app_secret).',
        fallback: 'none',
      },
      TRUSTED_PROXY_HOPS: {
        about: 'Number of proxies in front of Galley. That many entries of `X-Forwarded-For` are trusted.',
      },
      DRAIN_SECONDS: {
        about:
          'Seconds that a process continues to serve after `SIGTERM`, while load balancers see it as not ready.',
        fallback: '`5`; `0` in development',
      },
      OPS_PORT: {
        about: 'Separate port for `/healthz`, `/readyz` and `/metrics`.',
        fallback: 'the same port',
      },
      OPS_DETAILS: {
        about:
          'With `on`, `PORT` also serves `/metrics` and the reasons in `/readyz`, to everyone who can reach it.',
        fallback: '`off`; `on` in development',
      },
      SIGN_IN: {
        about:
          'Accepted methods of sign-in, separated by commas: `password`, `passkey`, `sso`. Sessions by other methods end, except those from an operator’s link.',
      },
      SECOND_FACTOR: {
        about:
          'Members who need a second factor to open a project: `optional` (nobody, unless the project requires it), `owners` or `all`. Members without one are asked to add one.',
      },
      PASSKEY_RP_ID: {
        about:
          'Domain of passkeys: the host of `BASE_URL`, or a parent domain so that passkeys survive a change of host.',
        fallback: 'the host of `BASE_URL`',
      },
      SIGN_IN_HINT: {
        about: 'Sentence below the form of the sign-in page, for example who creates accounts.',
        fallback: 'none; where the login is printed in development',
      },
      OIDC_ISSUERS: {
        about:
          'Names of up to 10 issuers at which people can sign in, separated by commas. [Each has its own settings](../security/single-sign-on.md#settings).',
        fallback: 'none',
      },
      LOG_LEVEL: {
        about: 'Lowest level that is logged: `trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`.',
        fallback: '`info`; `warn` in development',
      },
      NODE_ENV: {
        about: 'With `test`, each response is checked against its schema and the settings for tests apply.',
      },
    },
  },
  {
    title: 'Storage',
    settings: {
      S3_ENDPOINT: {
        about: 'Origin of the S3-compatible storage as Galley reaches it, without a path.',
        fallback: 'required; embedded in development',
      },
      S3_PUBLIC_ENDPOINT: {
        about: 'Origin of the storage as clients reach it. Signed URLs use it.',
        fallback: '`S3_ENDPOINT`',
      },
      S3_REGION: { about: 'Region in signatures.' },
      S3_BUCKET: {
        about: 'Bucket for files of projects with public media. Everyone can read it.',
        fallback: 'required; `galley` in development',
      },
      S3_PRIVATE_BUCKET: {
        about: 'Bucket for files of projects with private media. Only signed URLs can read it.',
        fallback: '`<S3_BUCKET>-private`',
      },
      S3_ACCESS_KEY: {
        about: 'Access key for both buckets.',
        fallback: 'required; created once in development',
      },
      S3_SECRET_KEY: {
        about: 'Secret of the access key.',
        fallback: 'required; created once in development',
      },
      S3_PUBLIC_URL: {
        about: 'Base URL of permanent file URLs, for example of a CDN.',
        fallback: '`<S3_PUBLIC_ENDPOINT>/<S3_BUCKET>`',
      },
      S3_UPLOAD_ONCE: {
        about:
          '`off` for a storage without `If-None-Match` in PUT requests. An upload URL then works again until it expires.',
      },
      MAX_UPLOAD_BYTES: { about: 'Largest file, in bytes.' },
    },
  },
  {
    title: 'Backups',
    note: 'See [Backup](backup.md#back-up-projects-daily).',
    settings: {
      BACKUP_S3_BUCKET: {
        about:
          'Bucket for daily backups of all projects. It must be neither of the buckets for files, and readable only with a signature.',
        fallback: 'none; backups are off',
      },
      BACKUP_S3_ENDPOINT: { about: 'Origin of the storage for backups.', fallback: '`S3_ENDPOINT`' },
      BACKUP_S3_REGION: { about: 'Region of the storage for backups.', fallback: '`S3_REGION`' },
      BACKUP_S3_ACCESS_KEY: { about: 'Access key for the bucket of backups.', fallback: '`S3_ACCESS_KEY`' },
      BACKUP_S3_SECRET_KEY: { about: 'Secret of that access key.', fallback: '`S3_SECRET_KEY`' },
      BACKUP_PREFIX: { about: 'Start of the keys of all objects.' },
      BACKUP_HOUR: { about: 'Hour of the daily backup in UTC, 0 to 23.' },
      BACKUP_KEEP: { about: 'Backups to keep for each project, 1 to 400. Older ones are removed.' },
      BACKUP_AGE_IDENTITY: {
        about:
          'Identity of [age](https://age-encryption.org), `AGE-SECRET-KEY-1...`, that encrypts and decrypts backups. Store it outside of Galley too: without it, encrypted backups are lost.',
        fallback: 'none; backups are not encrypted',
      },
      BACKUP_TEST: { about: 'With `daily`, one backup is restored and compared each day; `off` for none.' },
    },
  },
  {
    title: 'Images',
    note: 'See [Image sizes](../model/images.md).',
    settings: {
      IMAGE_SERVICE: {
        about:
          'Service that resizes images: `imgproxy`, `thumbor`, `cloudflare`, `ipx`, or a URL with placeholders.',
        fallback: 'off',
      },
      IMAGE_SERVICE_URL: {
        about: 'URL of the image service.',
        fallback: 'required if `IMAGE_SERVICE` is a name',
      },
      IMAGE_SERVICE_KEY: {
        about:
          'Key that signs image URLs: the key of imgproxy in hexadecimal, or the security key of thumbor.',
        fallback: 'unsigned',
      },
      IMAGE_SERVICE_SALT: {
        about: 'Salt of imgproxy in hexadecimal.',
        fallback: 'required with a key of imgproxy',
      },
    },
  },
  {
    title: 'Rate limits',
    note: 'See [Rate limits](../api/rate-limits.md).',
    settings: {
      RATE_READ: { about: 'Reads a minute for each API key.', fallback: '`600`; `100000` in development' },
      RATE_WRITE: { about: 'Writes a minute for each API key.', fallback: '`60`; `100000` in development' },
      RATE_VOTE: { about: 'Votes a minute for each API key.', fallback: '`30`; `100000` in development' },
      RATE_ANONYMOUS: {
        about: 'Requests a minute without a valid API key, for each IP address and process.',
        fallback: '`600`; `100000` in development',
      },
      RATE_PROJECT_FACTOR: {
        about: 'Budget of all secret keys of a project together, as a multiple of the budget of one key.',
      },
    },
  },
  {
    title: 'People',
    settings: {
      SESSION_HOURS: { about: 'Hours until a new sign-in to the dashboard expires, at most 8,760.' },
      AUDIT_DAYS: { about: 'Days to store the audit log, 30 to 3,650.' },
      AUDIT_ADDRESS_DAYS: {
        about: 'Days to store IP addresses in the audit log, at most 3,650. With `0`, none are stored.',
      },
      PROJECT_CREATION: {
        about:
          'Who can create projects in the dashboard: `off`, `owners` (of any project), or `everyone` with an account.',
      },
      MAX_PROJECTS_PER_PERSON: { about: 'Existing projects that one person can create in the dashboard.' },
    },
  },
  {
    title: 'Webhook deliveries',
    settings: {
      WEBHOOK_ALLOWED_SUBNETS: {
        about: 'Private networks that webhooks may reach, separated by commas: `10.1.0.0/16,::1/128`.',
        fallback: 'none; this machine in development',
      },
      WEBHOOK_DNS_SERVERS: {
        about: 'Name servers for the hosts of receivers: `192.0.2.53,192.0.2.54:5353`.',
        fallback: 'the name servers of the system',
      },
      WEBHOOK_TIMEOUT_MS: { about: 'Milliseconds to wait for the response to a delivery.' },
      WEBHOOK_RETRY_SECONDS: { about: 'Seconds to wait before each retry of a delivery.' },
      WEBHOOK_CONCURRENCY: { about: 'Deliveries that a process sends at once, without slow ones.' },
      WEBHOOK_SLOW_CONCURRENCY: {
        about: 'Deliveries that have run for more than one second, which are held in a separate slow queue.',
      },
      WEBHOOK_CONCURRENCY_PER_PROJECT: {
        about: 'Deliveries of one project that a process sends at once, in both queues.',
      },
    },
  },
  {
    title: 'E-mail',
    note: 'Galley sends e-mail only with both settings. [Members choose whether they get any](../editors/team.md#e-mail).',
    settings: {
      SMTP_URL: {
        about:
          'Server that sends e-mail: `smtps://user:password@mail.example.com`. `smtp://` uses port 587 and TLS if the server offers it, `smtps://` port 465. Encode special characters of user and password.',
        fallback: 'none',
      },
      MAIL_FROM: { about: 'Sender of e-mail: `Galley <galley@example.com>`.', fallback: 'none' },
    },
  },
  {
    title: 'Limits of a project',
    note: 'A project at one of these limits continues to work. A request for more is rejected with `limit_reached`. `GET /v1/introspection` lists the limits.',
    settings: {
      MAX_KEYS: {
        about:
          'Active API keys. Expired and revoked keys do not count; the newest of them are stored, up to the same number.',
      },
      MAX_WEBHOOK_ENDPOINTS: { about: 'Webhook endpoints.' },
      MAX_RELEASES: { about: 'Releases.' },
      MAX_CLONE_ENTRIES: {
        about: 'Entries of a release that can be cloned. The copy must end within 5 minutes.',
      },
      MAX_ENTRIES: { about: 'Entries in all releases together.' },
      MAX_ARTICLES: { about: 'Articles of blog and knowledge base together.' },
      MAX_LOCALE_ROWS: {
        about:
          'Articles, and entries in all releases, in locales other than the default; each locale is a stored row.',
      },
      MAX_AUTHORS: { about: 'Authors.' },
      MAX_CATEGORIES: { about: 'Blog categories.' },
      MAX_KB_SHELVES: { about: 'Collections and sections of the knowledge base together.' },
      MAX_MEDIA: { about: 'Media assets.' },
      MAX_MEDIA_BYTES: { about: 'Bytes of all media assets, as declared by the uploads.' },
      MAX_PENDING_UPLOADS: { about: 'Uploads that are not confirmed yet.' },
      MAX_DEFINITION_BYTES: { about: 'Bytes of all content types of a release, as served.' },
      MAX_BULK_ITEMS: { about: 'Items of one bulk change in the dashboard.' },
      MAX_VIEWS: { about: 'Saved views of lists, personal and shared.' },
      MAX_TRASH_ITEMS: {
        about: 'Items in the trash of one project. An hourly job removes the oldest ones beyond it.',
      },
      MAX_TRASH_FILE_BYTES: {
        about:
          'Bytes of the files in the trash of one project. An hourly job removes the oldest ones beyond it.',
      },
      VERSION_DAYS: {
        about: 'Days until saved versions of a draft are deleted, 30 to 36,500. The draft itself stays.',
      },
    },
  },
  {
    title: 'Limits of a process',
    settings: {
      MAX_CONNECTIONS: { about: 'Open connections.' },
      MAX_BODY_BYTES: { about: 'Largest request body, in bytes.' },
      BODY_BYTES_IN_FLIGHT_MAX: {
        about: 'Bytes of memory for all request bodies, unpacked. One project can use a quarter.',
      },
      BODY_STALL_SECONDS: {
        about: 'Seconds to wait for more of a request body before the request is dropped.',
      },
      RESPONSE_BYTES_MAX: {
        about: 'Largest response, in bytes. Longer lists end early and continue on the next page.',
      },
      RESPONSE_BYTES_IN_FLIGHT_MAX: {
        about:
          'Bytes of memory for large responses and for all unsent ones. Further requests wait, then get 503.',
      },
      READER_STALL_SECONDS: {
        about: 'Seconds a client may stop reading a response before it is disconnected.',
      },
      READ_CACHE_BYTES: {
        about: 'Bytes of memory for cached responses. An eighth of it is for referenced entries.',
      },
      DESCRIPTION_CACHE_BYTES: {
        about: 'Bytes of memory for introspection, OpenAPI documents and TypeScript types.',
      },
      IDEMPOTENCY_RESPONSE_BYTES: {
        about: 'Largest response that is stored for an `Idempotency-Key`, in bytes.',
      },
      EXPENSIVE_READS_AT_ONCE: {
        about:
          'Unindexed reads that one project can run at once: `contains`, `q`, counts, release diffs, exports of the audit log.',
      },
      EXPENSIVE_READS_WAITING: {
        about: 'Unindexed reads of one project that wait, each at most 4 seconds. Others get 503.',
      },
      BULK_ITEMS_MAX: { about: 'Operations of one request to `POST /v1/bulk`.' },
      BULK_CONCURRENCY: { about: 'Bulk changes that a process runs at once, each of another project.' },
      HELD_PER_KEY: { about: 'Event streams and long polls that one API key can hold open.' },
      HELD_PER_ADDRESS: {
        about: 'Event streams and long polls from one IP address. Raise it if many clients share one.',
      },
      HELD_PER_PROJECT: { about: 'Event streams and long polls of one project.' },
      HELD_PER_PROCESS: { about: 'Event streams and long polls of all projects.' },
    },
  },
  {
    title: 'Tests',
    note: 'These settings apply only with `NODE_ENV=test`.',
    settings: {
      CLOCK_OFFSET_MS: { about: 'Milliseconds to add to the clock.' },
      RATE_WINDOW_SECONDS: { about: 'Length of a rate limit window, in seconds.' },
      LEASE_SECONDS: { about: 'Seconds until another process takes over the work of one that died.' },
      AUDIT_SEAL_SECONDS: { about: 'Seconds between seals of the audit log.' },
      BACKUP_INTERVAL_SECONDS: { about: 'Seconds that replace the day between backups.', fallback: '' },
      DIGEST_SECONDS: {
        about: 'Seconds between two e-mails with notifications, in place of an hour and a day.',
        fallback: '',
      },
      WORK_TIME_MS: { about: 'Milliseconds that a request waits for the database before it gets 503.' },
      PURGE_FASTLY_URL: { about: 'URL that replaces the API of Fastly.', fallback: '' },
      PURGE_CLOUDFLARE_URL: { about: 'URL that replaces the API of Cloudflare.', fallback: '' },
    },
  },
];
