import { createHash, createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { dayMs } from '../../../contract/time.ts';
import { visitorAddress } from '../../../core/counters/index.ts';
import type { ProjectContext } from '../../../core/context/index.ts';
import { findOrStoreSalt } from './repository.ts';

/** The hash that identifies a visitor, and when it expires. */
export interface Visitor {
  hash: string;
  forgetAt: Date | null;
}

/** Salts of today and yesterday, by project and day; they never change. */
const salts = new LRUCache<string, string>({ max: 1_000 });

/**
 * Identifies the visitor of a vote: by `visitor_id`, or with a publishable key by the address for the rest
 * of the UTC day. Null with a secret key: every vote counts (specification: votes).
 */
export async function visitorOf(
  context: ProjectContext,
  article: string,
  visitorId: string | null | undefined,
): Promise<Visitor | null> {
  if (visitorId != null && visitorId !== '') {
    const hash = createHash('sha256').update(`${article}\nvisitor\n${visitorId}`).digest('base64url');
    return { hash, forgetAt: null };
  }
  if (context.caller?.purpose !== 'publishable') return null;
  const { salt, forgetAt } = await saltOf(context);
  const text = `${article}\naddress\n${visitorAddress(context.caller.address)}`;
  return { hash: createHmac('sha256', salt).update(text).digest('base64url'), forgetAt };
}

async function saltOf({ db, now, project }: ProjectContext): Promise<{ salt: string; forgetAt: Date }> {
  const day = now.toISOString().slice(0, 10);
  const id = `${project.id}/${day}`;
  const forgetAt = new Date(Date.parse(`${day}T00:00:00Z`) + 2 * dayMs); // clocks can differ by a day
  const cachedSalt = salts.get(id);
  if (cachedSalt !== undefined) return { salt: cachedSalt, forgetAt };
  const salt = await findOrStoreSalt(db, {
    _id: id,
    salt: randomBytes(32).toString('base64url'),
    forget_at: forgetAt,
  });
  salts.set(id, salt);
  return { salt, forgetAt };
}
