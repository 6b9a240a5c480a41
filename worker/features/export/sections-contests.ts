import { and, eq, gt, isNotNull } from 'drizzle-orm'
import { challengeEntries, challenges } from '../../domain/challenges/schema.ts'
import { disqualifiedColumn } from '../../domain/compos/disqualification.ts'
import { compoBallots, compoEntries, compoSets, compos } from '../../domain/compos/schema.ts'
import { groups } from '../../domain/groups/schema.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { type Section, section } from './section.ts'

const entries = section({
  name: 'challenge-entries',
  references: ['challenge_entries.artist_id'],
  read: ({ db, userId, after: [id = 0], limit }) =>
    db
      .select({
        sketch: sketches.id,
        challenge: challenges.id,
        challengeTitle: challenges.title,
        enteredAt: challengeEntries.enteredAt,
      })
      .from(sketches)
      .innerJoin(challengeEntries, eq(challengeEntries.sketchId, sketches.id))
      .innerJoin(challenges, eq(challenges.id, challengeEntries.challengeId))
      .where(and(eq(sketches.userId, userId), gt(sketches.id, id)))
      .orderBy(sketches.id)
      .limit(limit),
  at: ({ sketch }) => [sketch],
})

const entriesOfCompos = section({
  name: 'compo-entries',
  references: ['compo_entries.artist_id'],
  read: ({ db, userId, after: [id = 0], limit }) =>
    db
      .select({
        sketch: sketches.id,
        compo: compos.key,
        compoTitle: compos.title,
        place: compoEntries.place,
        disqualified: disqualifiedColumn,
        enteredAt: compoEntries.enteredAt,
      })
      .from(sketches)
      .innerJoin(compoEntries, eq(compoEntries.sketchId, sketches.id))
      .innerJoin(compos, eq(compos.id, compoEntries.compoId))
      .where(and(eq(sketches.userId, userId), gt(sketches.id, id)))
      .orderBy(sketches.id)
      .limit(limit),
  at: ({ sketch }) => [sketch],
})

/** Compos that the member opened in groups. Those of the site are work of staff. */
const composOpened = section({
  name: 'compos',
  references: ['compos.user_id'],
  read: ({ db, userId, after: [id = 0], limit }) =>
    db
      .select({
        id: compos.id,
        compo: compos.key,
        title: compos.title,
        description: compos.description,
        group: groups.slug,
        startsAt: compos.startsAt,
        endsAt: compos.endsAt,
        votingEndsAt: compos.votingEndsAt,
      })
      .from(compos)
      .innerJoin(groups, eq(groups.id, compos.groupId))
      .where(and(eq(compos.userId, userId), gt(compos.id, id)))
      .orderBy(compos.id)
      .limit(limit),
  at: ({ id }) => [id],
})

/** Sets that the member answered in compos. */
const votes = section({
  name: 'compo-votes',
  references: ['compo_ballots.voter_id'],
  read: ({ db, userId, after: [id = 0], limit }) =>
    db
      .select({
        id: compoSets.id,
        compo: compos.key,
        entries: compoSets.entryIds,
        pick: compoSets.pick,
        answeredAt: compoSets.answeredAt,
      })
      .from(compoBallots)
      .innerJoin(compoSets, eq(compoSets.ballotId, compoBallots.id))
      .innerJoin(compos, eq(compos.id, compoBallots.compoId))
      .where(and(eq(compoBallots.voterId, userId), isNotNull(compoSets.answeredAt), gt(compoSets.id, id)))
      .orderBy(compoSets.id)
      .limit(limit),
  at: ({ id }) => [id],
})

export const CONTEST_SECTIONS: readonly Section[] = [entries, entriesOfCompos, composOpened, votes]
