/** 3 to 63 lowercase letters, digits, hyphens and single dots; a letter or digit first and last. */
const form = /^(?=.{3,63}$)[a-z0-9][a-z0-9-]*(\.[a-z0-9-]+)*$/;
/** The MinIO client rejects an IP address anywhere in a name, although S3 accepts one in the middle. */
const ipAddress = /\d+(\.\d+){3}/;
/** Names that S3 reserves. */
const reservedName = /^(xn--|sthree-)|(-s3alias|--ol-s3|\.mrap|--x-s3|--table-s3)$/;

/** Returns why a store can't have a bucket of this name (S3's rules), as the end of "The variable X ...", or null. */
export function bucketNameError(name: string): string | null {
  if (!form.test(name) || name.endsWith('-') || ipAddress.test(name)) {
    return 'must be the name of a bucket: 3 to 63 small letters, digits, "-" and single "."; a letter or a digit first and last, and no IP address. For example: galley-media.';
  }
  return reservedName.test(name)
    ? 'must be a name that S3 does not keep for itself. For example: galley-media.'
    : null;
}

/** Whether two names are those of one bucket. Case is ignored, because bucket names have no uppercase letters. */
export function sameBucket(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}
