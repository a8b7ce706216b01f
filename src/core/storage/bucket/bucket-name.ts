/** 3 to 63 small letters, digits, hyphens and single dots; a letter or digit first and last. */
const form = /^(?=.{3,63}$)[a-z0-9][a-z0-9-]*(\.[a-z0-9-]+)*$/;
/** Also inside of a name: the MinIO client rejects it there, although S3 doesn't. */
const ipAddress = /\d+(\.\d+){3}/;
/** What S3 keeps for itself. */
const kept = /^(xn--|sthree-)|(-s3alias|--ol-s3|\.mrap|--x-s3|--table-s3)$/;

/** What keeps a store from having a bucket of this name (S3's rules), as the end of "The variable X ..."; or null. */
export function bucketNameError(name: string): string | null {
  if (!form.test(name) || name.endsWith('-') || ipAddress.test(name)) {
    return 'must be the name of a bucket: 3 to 63 small letters, digits, "-" and single "."; a letter or a digit first and last, and no IP address. For example: galley-media.';
  }
  return kept.test(name)
    ? 'must be a name that S3 does not keep for itself. For example: galley-media.'
    : null;
}

/** Whether two names lead to one bucket: stores have no capitals. */
export function sameBucket(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}
