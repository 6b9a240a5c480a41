import { createHash } from 'node:crypto'

export type SignInAccount = { sub: string; name: string; email: string; picture?: string }

export type Directory = {
  list(): Promise<SignInAccount[]>
  find(sub: string): Promise<SignInAccount | undefined>
  /** Undefined for an invalid name. */
  findOrCreate(typed: string): Promise<SignInAccount | undefined>
}

export const NAME_MAX = 80

/** Creates the directory of the seeded people and of those who signed in by typing a new name. */
export function createDirectory(people: () => Promise<SignInAccount[]>): Directory {
  const created = new Map<string, SignInAccount>()

  const list = async () => {
    const listed = await people()
    const subs = new Set(listed.map(({ sub }) => sub))
    return [...listed, ...[...created.values()].filter(({ sub }) => !subs.has(sub))]
  }

  const find = async (sub: string) => (await list()).find((person) => person.sub === sub)

  return {
    list,
    find,
    async findOrCreate(typed) {
      const name = cleanName(typed)
      if (!name || name.length > NAME_MAX) return undefined
      const fresh = newPerson(name)
      const everyone = await list()
      const known =
        everyone.find(({ sub }) => sub === fresh.sub) ??
        everyone.find((person) => nameKey(person.name) === nameKey(name))
      if (known) return known
      created.set(fresh.sub, fresh)
      return fresh
    },
  }
}

// Derives `sub` from the name, so that a name remains the same person after a restart.
function newPerson(name: string): SignInAccount {
  const hash = createHash('sha256')
    .update(`croquis local person: ${nameKey(name)}`)
    .digest('hex')
  const slug = nameKey(name)
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
  return { sub: `local-${hash.slice(0, 32)}`, name, email: `${slug || 'someone'}.${hash.slice(0, 8)}@people.test` }
}

function cleanName(typed: string): string {
  return typed
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

function nameKey(name: string): string {
  return cleanName(name).normalize('NFKC').toLowerCase()
}
