import { describe, expect, it } from 'vitest';
import { allowsEverybody } from '../../../embedded/store/bucket-policy.ts';
import { withoutPublicAccess, withPublicRead } from '../../../../src/core/storage/bucket/bucket-policy.ts';

const own = {
  Sid: 'TlsOnly',
  Effect: 'Deny',
  Principal: '*',
  Action: 's3:PutObject',
  Resource: 'arn:aws:s3:::media/*',
};
const policy = (...Statement: object[]): string => JSON.stringify({ Version: '2012-10-17', Statement });

describe('the policy of a public bucket', () => {
  it('lets everybody read objects, and neither list nor write', () => {
    const json = withPublicRead('', 'media');

    expect(allowsEverybody(json, 's3:GetObject', 'media', 'a/b.png')).toBe(true);
    expect(allowsEverybody(json, 's3:PutObject', 'media', 'a/b.png')).toBe(false);
    expect(allowsEverybody(json, 's3:GetObject', 'media-private', 'a/b.png')).toBe(false);
    expect(allowsEverybody(json, 's3:ListBucket', 'media', '')).toBe(false);
  });

  it('keeps the statements that were there, and is not written twice', () => {
    const once = withPublicRead(policy(own), 'media');

    expect(JSON.parse(once).Statement[0]).toEqual(own);
    expect(withPublicRead(once, 'media')).toBe(once);
  });
});

describe('the policy of a private bucket', () => {
  it('loses what it allows to everybody, and keeps the rest', () => {
    const open = withPublicRead(policy(own), 'media');

    expect(JSON.parse(withoutPublicAccess(open)).Statement).toEqual([own]);
    expect(withoutPublicAccess(withPublicRead('', 'media'))).toBe('');
    expect(withoutPublicAccess('')).toBe('');
    expect(withoutPublicAccess(policy(own))).toBe(policy(own));
  });
});

describe('policies in the embedded store', () => {
  const allow = { ...own, Sid: 'Read', Effect: 'Allow', Action: 's3:Get*' };

  it.each<[string, object[], boolean]>([
    ['a pattern of actions', [allow], true],
    ['a list of actions', [{ ...allow, Action: ['s3:DeleteObject', 's3:GetObject'] }], true],
    ['all resources', [{ ...allow, Resource: '*' }], true],
    ['one folder', [{ ...allow, Resource: 'arn:aws:s3:::media/b/*' }], false],
    ['everybody as AWS', [{ ...allow, Principal: { AWS: '*' } }], true],
    ['somebody else', [{ ...allow, Principal: { AWS: 'arn:aws:iam::1:root' } }], false],
    ['a denial beside it', [allow, { ...allow, Effect: 'Deny' }], false],
    ['no statement', [], false],
  ])('read %s', (_, statements, expected) => {
    expect(allowsEverybody(policy(...statements), 's3:GetObject', 'media', 'a/b.png')).toBe(expected);
  });

  it.each<[string, string]>([
    ['{', 'MalformedPolicy'],
    ['[]', 'MalformedPolicy'],
    [policy({ ...allow, Effect: 'Maybe' }), 'MalformedPolicy'],
    [policy({ ...allow, Action: 5 }), 'MalformedPolicy'],
    [policy({ ...allow, Condition: {} }), 'NotImplemented'],
  ])('refuse %s', (json, code) => {
    expect(() => allowsEverybody(json, 's3:GetObject', 'media', 'a')).toThrowError(
      expect.objectContaining({ code }),
    );
  });
});
