import { and, eq, gt } from 'drizzle-orm'
import { awardCategories, awardNominations, awardVotes } from '../../domain/awards/schema.ts'
import { type Section, section } from './section.ts'

/** Nominations of the member and of their sketches, with the awards that they won. */
const nominated = section({
  name: 'award-nominations',
  references: ['award_nominations.artist_id'],
  read: ({ db, userId, after: [id = 0], limit }) =>
    db
      .select({
        id: awardNominations.id,
        year: awardCategories.year,
        category: awardCategories.title,
        sketch: awardNominations.sketchId,
        won: awardNominations.isWinner,
        nominatedAt: awardNominations.createdAt,
      })
      .from(awardNominations)
      .innerJoin(awardCategories, eq(awardCategories.id, awardNominations.categoryId))
      .where(and(eq(awardNominations.artistId, userId), gt(awardNominations.id, id)))
      .orderBy(awardNominations.id)
      .limit(limit),
  at: ({ id }) => [id],
})

/** Nominations that the member made. */
const nominations = section({
  name: 'award-nominations-made',
  references: ['award_nominations.nominated_by'],
  read: ({ db, userId, after: [id = 0], limit }) =>
    db
      .select({
        id: awardNominations.id,
        year: awardCategories.year,
        category: awardCategories.title,
        artist: awardNominations.artistId,
        sketch: awardNominations.sketchId,
        nominatedAt: awardNominations.createdAt,
      })
      .from(awardNominations)
      .innerJoin(awardCategories, eq(awardCategories.id, awardNominations.categoryId))
      .where(and(eq(awardNominations.nominatedBy, userId), gt(awardNominations.id, id)))
      .orderBy(awardNominations.id)
      .limit(limit),
  at: ({ id }) => [id],
})

const votesForAwards = section({
  name: 'award-votes',
  references: ['award_votes.voter_id'],
  read: ({ db, userId, after: [id = 0], limit }) =>
    db
      .select({
        id: awardVotes.id,
        year: awardCategories.year,
        category: awardCategories.title,
        artist: awardNominations.artistId,
        sketch: awardNominations.sketchId,
        votedAt: awardVotes.createdAt,
      })
      .from(awardVotes)
      .innerJoin(awardNominations, eq(awardNominations.id, awardVotes.nominationId))
      .innerJoin(awardCategories, eq(awardCategories.id, awardVotes.categoryId))
      .where(and(eq(awardVotes.voterId, userId), gt(awardVotes.id, id)))
      .orderBy(awardVotes.id)
      .limit(limit),
  at: ({ id }) => [id],
})

export const AWARD_SECTIONS: readonly Section[] = [nominated, nominations, votesForAwards]
