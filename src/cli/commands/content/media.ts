import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { imageHeadBytes, imageSize } from '../../../contract/fields/image-size.ts';
import { AskUpload, typeOfFile, uploadFile } from '../../../content/index.ts';
import { bodyChecker } from '../../../core/http/index.ts';
import type { CommandGroup, CommandOutcome } from '../../command.ts';
import { type Installation, projectNamed } from '../../support/installation.ts';
import { commandError } from '../../support/command-error.ts';

interface UploadOptions {
  project: string;
  alt?: string;
  name?: string;
  type?: string;
}

/** Validates the input like the API. */
const check = bodyChecker(AskUpload);
/** The upload URL expires after this time, in milliseconds. */
const uploadTimeMs = 15 * 60_000;

export const mediaCommands: CommandGroup = (program, run) => {
  program
    .command('media')
    .description("put files into a project's media")
    .command('upload')
    .description('upload a file; sends the dimensions of an image')
    .argument('<file>', 'where it lies')
    .requiredOption('--project <project>', "the project's id or name")
    .option('--alt <alt>', 'alternative text of an image')
    .option('--name <name>', 'the name of the asset, if it differs from the name of the file')
    .option('--type <type>', 'the MIME type, if the file extension does not determine it')
    .action(
      run.action<UploadOptions>(async ({ options, args }) =>
        upload(await run.installation(), args[0] ?? '', options),
      ),
    );
};

async function upload(
  installation: Installation,
  file: string,
  { project, alt, name = basename(file), type = typeOfFile(name) }: UploadOptions,
): Promise<CommandOutcome> {
  const { _id: id } = await projectNamed(installation, project);
  const bytes = new Uint8Array(
    await readFile(file).catch((error: Error) => {
      throw commandError(`${file} cannot be read: ${error.message}.`, { param: 'file' });
    }),
  );
  const size = imageSize(bytes.subarray(0, imageHeadBytes));
  const input = { file_name: name, content_type: type, ...size, ...(alt === undefined ? {} : { alt }) };
  check({ ...input, size_bytes: bytes.byteLength });
  const context = await installation.contexts().project(id);
  const media = await uploadFile(context, input, { bytes, timeMs: uploadTimeMs });
  const dimensions = media.width === null ? '' : `, ${media.width} x ${media.height} pixels`;
  return {
    json: { media },
    text: `${media.id} holds ${media.file_name}, ${media.size_bytes} bytes${dimensions}.\n${media.url}`,
  };
}
