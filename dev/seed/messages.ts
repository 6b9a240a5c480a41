import { findMember } from '../../worker/domain/users/viewer.ts'
import { addReply, addThread, markThreadRead } from '../../worker/features/messages/writing.ts'
import { openDb } from '../../worker/lib/database.ts'
import type { Platform } from '../platform.ts'
import { PEOPLE } from './people.ts'

const HOUR_MS = 3_600_000

type PlannedThread = {
  with: (typeof PEOPLE)[number]
  subject: string
  /** The other member's texts begin with `>`. A sketch of the author is attached to those that end with `+`. */
  posts: readonly [string, ...string[]]
  /** Age of the last post. */
  hoursAgo: number
  read?: true
}

/** Threads of the first member, oldest first. Those that the other member began without an answer are requests. */
const THREADS: readonly PlannedThread[] = [
  {
    with: 'Halvard',
    subject: 'Storm light',
    posts: ['I wrote down what I think of the storm picture.', '>That helps a lot.', 'Thank you, I read it twice.'],
    hoursAgo: 100,
    read: true,
  },
  {
    with: 'Pia Brandt',
    subject: 'Saturday market, shared board',
    posts: ['>Shall we draw the market together?', 'Half past nine works. I will bring the blue.'],
    hoursAgo: 30,
    read: true,
  },
  {
    with: 'Yuki S.',
    subject: 'Question about your 2B pencil',
    posts: ['Which pressure do you use for the 2B?', '>60, and a soft curve.', '>Did it work?'],
    hoursAgo: 9,
  },
  {
    with: 'Luc Abadie',
    subject: 'Still life swap, June',
    posts: ['Are you in for the swap?', '>I have three pears and a cup. What is on your table?'],
    hoursAgo: 6,
  },
  {
    with: 'Ines Karlsen',
    subject: 'Heron, for the poster',
    posts: [
      '>The library in Bergen wants a poster for the drawing week. Would you look at two versions before I send them?',
      'Gladly. Is there text on it, or only the bird?',
      '>A line at the bottom, so the water can stay quiet. Here is the upright one. +',
      'The neck is perfect. I would give it more sky on the left, so the beak has somewhere to point.',
      '>Yes, take the wide one. I will send the file tonight.',
    ],
    hoursAgo: 2,
    read: true,
  },
  {
    with: 'Oskar',
    subject: 'Commission?',
    posts: ['>Do you take commissions? It would be a portrait of my aunt, nothing fancy.'],
    hoursAgo: 26,
    read: true,
  },
  {
    with: 'Wren',
    subject: 'Your empty rooms',
    posts: ['>I teach drawing in Leeds. May I show The empty room to my class?'],
    hoursAgo: 4,
  },
]

/** Writes threads between the first member and others. */
export async function writeMessages({ DB }: Platform, memberIds: readonly number[], now: number): Promise<void> {
  const db = openDb(DB)
  const memberAt = async (index: number) => findMember(db, memberIds[index] ?? 0)
  const first = await memberAt(0)
  for (const thread of THREADS) {
    const other = await memberAt(PEOPLE.indexOf(thread.with))
    if (!first || !other) continue
    let threadId = 0
    for (const [index, post] of thread.posts.entries()) {
      const author = post.startsWith('>') ? other : first
      const content = {
        text: post.replace(/^>| \+$/g, ''),
        sketchId: post.endsWith('+') ? await latestSketchOf(DB, author.id) : null,
        key: `seed-${other.id}-${index}`,
        now: now - (thread.hoursAgo + (thread.posts.length - 1 - index) * 3) * HOUR_MS,
      }
      if (index === 0) {
        const toId = author === first ? other.id : first.id
        const added = await addThread(db, author, { toId, subject: thread.subject, ...content })
        threadId = added.ok ? added.value.id : 0
      } else {
        await addReply(db, author, { threadId, ...content })
      }
    }
    if (thread.read) await markThreadRead(db, first, { threadId, upTo: thread.posts.length })
  }
}

function latestSketchOf(db: D1Database, userId: number): Promise<number | null> {
  return db
    .prepare('SELECT max(id) AS id FROM sketches WHERE user_id = ? AND listed_for_all = 1')
    .bind(userId)
    .first<number>('id')
}
