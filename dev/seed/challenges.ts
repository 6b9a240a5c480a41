import type { Platform } from '../platform.ts'

const DAY_MS = 86_400_000

/** Challenges of the last days; the last one is today's. */
const DAILY: readonly [title: string, description?: string][] = [
  ['A chair nobody sits on', 'In a hall, in a garden, at the end of a table.'],
  ['Hands at work', 'Kneading, knitting, repairing a bicycle.'],
  ['The view from where you are'],
  ['Two colours only', 'Choose them before you begin, and keep to them.'],
  ['Moss', 'On a stone, on a roof, or as a landscape of its own.'],
  ['Lost and found'],
  ['A very small animal', 'Draw it as large as the canvas.'],
  ['Kitchen at night', 'The lamp over the stove is on, and somebody is hungry.'],
  ['Thirty seconds', 'As many poses as you have time for, thirty seconds each.'],
  ['Under the bridge'],
  ['Someone you saw today', 'From memory. What do you still know of them?'],
  ['Folded paper', 'A boat, a letter, a map that will never be flat again.'],
  ['The last one', 'The last apple, the last bus, the last one to leave.'],
  ['Windows', 'From inside or from outside.'],
  ['Wet dog'],
  ['Without lifting the pen', 'One line from the beginning to the end.'],
  ['Market day'],
  ['Something with a handle', 'Handles are harder than they look.'],
  ['Fog', 'What is near, what is far, and what is only guessed at.'],
  ['A portrait from behind'],
  ['Roots'],
  ['The inside of a pocket', 'Yours, or that of somebody you make up.'],
  ['Birds that stay for the winter'],
  ['Staircase', 'Up or down? Decide before you draw the first step.'],
  ['Breakfast', 'Before you eat it.'],
  ['A machine that does one thing'],
  ['Reflections', 'In a puddle, a spoon, a shop window.'],
  ['Grandmother’s shelf'],
  ['Low tide', 'What the water has left behind.'],
  ['Laundry', 'On a line, in a basket, on a chair.'],
  ['Night bus', 'Who is on it, and where do they get off?'],
  ['Only shadows', 'Leave out what throws them.'],
  ['A tree you know'],
  ['Waiting room', 'Nobody looks at anybody.'],
  ['Glass', 'Clear, broken, coloured, full.'],
  ['The oldest thing you own'],
  ['Wind', 'It cannot be seen, but all else can.'],
  ['Portrait of a vegetable', 'With the dignity of a king.'],
  ['Edges', 'Where one thing ends and the next begins.'],
  ['Something that waits', 'A heron, a bus stop, a kettle. Draw patience however you see it.'],
]
const QUEUED: readonly [title: string, description?: string][] = [
  ['Quiet weather', 'The hour after the rain.'],
  ['A door left open'],
  ['Two of a kind', 'Twins, socks, or two herons that do not speak.'],
  ['What the cat sees'],
  ['First snow', 'Or the first warm day, where there is none.'],
]
const SUGGESTED: readonly [title: string, description?: string][] = [
  ['Draw your desk', 'As it is, without tidying up first.'],
  ['Feet!!'],
  ['A machine from the future', 'It should be clear what it is for, but not how it works.'],
]

/** A member whose streak of two days is kept by a rest day, until they enter another sketch today. */
const ON_STREAK = 'nightbus'
/** The days of that streak. The first comment of a week earns a rest day. */
const STREAK_DAYS = [
  { daysAgo: 9, entriesCount: 0, helped: 1 },
  { daysAgo: 3, entriesCount: 1, helped: 0 },
  { daysAgo: 2, entriesCount: 1, helped: 1 },
]

/** Writes past challenges with two thirds of all sketches as entries, a queue, suggestions, and a streak. */
export async function writeChallenges({ DB }: Platform, now: number): Promise<void> {
  const today = Math.floor(now / DAY_MS)
  // Spreads the ideas over the members.
  const member = '(SELECT users.id FROM users ORDER BY (users.id * 7 + rows.key * 5) % 31, users.id LIMIT 1)'
  const rows = (ideas: readonly [string, string?][]) =>
    JSON.stringify(ideas.map(([title, description = '']) => ({ title, description })))
  await DB.batch([
    DB.prepare(
      `INSERT INTO challenges (day, number, title, description, user_id, idea_id)
       SELECT ?2 - ${DAILY.length - 1} + rows.key, rows.key + 1, value ->> 'title', value ->> 'description', ${member}, -1 - rows.key
       FROM json_each(?1) AS rows`,
    ).bind(rows(DAILY), today),
    DB.prepare(
      `INSERT INTO challenge_entries (challenge_id, sketch_id, artist_id, entered_at, listed, listed_for_all)
       SELECT challenges.id, sketches.id, sketches.user_id, max(sketches.created_at, min(challenges.day * ${DAY_MS}, ?2)), 1, 1
       FROM sketches JOIN challenges ON challenges.day = ?1 - (sketches.id * 7919 % 1000) * (sketches.id * 7919 % 1000) * ${DAILY.length} / 1000000
       WHERE sketches.listed_for_all = 1 AND sketches.id % 3 > 0 ORDER BY sketches.id`,
    ).bind(today, now),
    DB.prepare(
      `INSERT INTO challenge_ideas (title, description, user_id, queue_position, created_at)
       SELECT value ->> 'title', value ->> 'description', ${member}, rows.key + 1, ?2 FROM json_each(?1) AS rows`,
    ).bind(rows(QUEUED), now),
    DB.prepare(
      `INSERT INTO challenge_ideas (title, description, user_id, created_at)
       SELECT value ->> 'title', value ->> 'description', ${member}, ?2 FROM json_each(?1) AS rows`,
    ).bind(rows(SUGGESTED), now),
    ...STREAK_DAYS.map(({ daysAgo, entriesCount, helped }) =>
      DB.prepare(
        `INSERT INTO streak_days (user_id, day, entries_count, helped)
         SELECT id, ?1, ?2, ?3 FROM users WHERE nickname = ?4`,
      ).bind(today - daysAgo, entriesCount, helped, ON_STREAK),
    ),
  ])
}
