import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '../../lib/database.ts'
import { isSigned, sign } from '../../lib/signature.ts'
import { users } from './schema.ts'
import { findMember, type Viewer } from './viewer.ts'

export type KeyFacts = { userId: number; version: number }

/** The key with which a program reads a member's own data [2 §3]. Null on a site without a secret for keys. */
export async function apiKeyOf(secret: string, { userId, version }: KeyFacts): Promise<string | null> {
  return secret ? `${userId}.${version}.${await sign(secret, signedText({ userId, version }))}` : null
}

/** Reads a signed key, which may have been replaced; null for any other text. Does not read the database. */
export async function readApiKey(secret: string, key: string): Promise<KeyFacts | null> {
  const [, id, versionText, signature = ''] = /^([1-9]\d{0,14})\.(\d{1,9})\.([0-9a-f]{64})$/.exec(key) ?? []
  const facts = { userId: Number(id), version: Number(versionText) }
  return (await isSigned(secret, signedText(facts), signature)) ? facts : null
}

/** Finds the member of a signed key; null if it was replaced. */
export async function findMemberByApiKey(db: Db, { userId, version }: KeyFacts): Promise<Viewer | null> {
  const isCurrent = and(eq(users.id, userId), eq(users.apiKeyVersion, version), isNull(users.mergedIntoId))
  return findMember(db, userId, isCurrent)
}

const signedText = ({ userId, version }: KeyFacts) => `api key ${userId} ${version}`
