import { and, eq, gt, sql } from 'drizzle-orm'
import { caseReports, cases } from '../../domain/cases/schema.ts'
import { challengeIdeas } from '../../domain/challenges/schema.ts'
import { ledger } from '../../domain/ledger/schema.ts'
import { memberCounts } from '../../domain/stats/schema.ts'
import { streamReminders, streams } from '../../domain/streams/schema.ts'
import { type Section, section } from './section.ts'

/** The lines of one unit, since the index of the ledger is by unit. */
const ledgerOf = (unit: 'heart' | 'glop' | 'star') =>
  section({
    name: `ledger-${unit}s`,
    references: ['ledger.user_id'],
    limit: 2000,
    read: ({ db, userId, after: [id = 0], limit }) =>
      db
        .select({
          id: ledger.id,
          amount: ledger.amount,
          reason: ledger.reason,
          sketch: ledger.sketchId,
          createdAt: ledger.createdAt,
        })
        .from(ledger)
        .where(and(eq(ledger.userId, userId), eq(ledger.unit, unit), gt(ledger.id, id)))
        .orderBy(ledger.id)
        .limit(limit),
    at: ({ id }) => [id],
  })

/** Tables of other features are read by their names. */
const starsSpent = section({
  name: 'stars-spent',
  references: ['monthly_stars.user_id'],
  read: ({ db, userId }) =>
    db.all<{ month: number; spent: number }>(
      sql`SELECT month, spent_count AS spent FROM monthly_stars WHERE user_id = ${userId} ORDER BY month`,
    ),
})

const featured = section({
  name: 'features-given',
  references: ['features.user_id', 'sketches.featured_by'],
  read: ({ db, userId, after: [id = 0], limit }) =>
    db.all<{ sketch: number; createdAt: number }>(
      sql`SELECT sketch_id AS sketch, created_at AS createdAt FROM features
        WHERE user_id = ${userId} AND sketch_id > ${id} ORDER BY sketch_id LIMIT ${limit}`,
    ),
  at: ({ sketch }) => [sketch],
})

const rated = section({
  name: 'ratings-given',
  references: ['ratings.user_id'],
  limit: 2000,
  read: ({ db, userId, after: [id = 0], limit }) =>
    db.all<{ sketch: number; rating: string; createdAt: number }>(
      sql`SELECT sketch_id AS sketch, rating, created_at AS createdAt FROM ratings
        WHERE user_id = ${userId} AND sketch_id > ${id} ORDER BY sketch_id LIMIT ${limit}`,
    ),
  at: ({ sketch }) => [sketch],
})

const suggestions = section({
  name: 'challenge-suggestions',
  references: ['challenge_ideas.user_id'],
  limit: 1000,
  read: ({ db, userId, limit }) =>
    db
      .select({
        title: challengeIdeas.title,
        description: challengeIdeas.description,
        createdAt: challengeIdeas.createdAt,
      })
      .from(challengeIdeas)
      .where(eq(challengeIdeas.userId, userId))
      .limit(limit),
})

/** The challenges that began from the member's ideas, and those that they opened in groups. */
const challengesBegun = section({
  name: 'challenges',
  references: ['challenges.user_id'],
  read: ({ db, userId, after: [id = 0], limit }) =>
    db.all<{ id: number; title: string; description: string; day: number; group: string | null }>(
      sql`SELECT id, title, description, day, (SELECT slug FROM groups WHERE groups.id = group_id) AS "group"
        FROM challenges
        WHERE user_id = ${userId} AND id > ${id} ORDER BY id LIMIT ${limit}`,
    ),
  at: ({ id }) => [id],
  show: ({ day, ...row }) => ({ ...row, day: new Date(day * DAY_MS).toISOString().slice(0, 10) }),
})

/** Recent days only, see worker/features/challenges/settle.ts. */
const streakDaysSection = section({
  name: 'streak-days',
  references: ['streak_days.user_id'],
  read: ({ db, userId, after: [day = -1], limit }) =>
    db.all<{ day: number; entriesCount: number; helped: number; excused: number }>(
      sql`SELECT day, entries_count AS entriesCount, helped, excused FROM streak_days
        WHERE user_id = ${userId} AND day > ${day} ORDER BY day LIMIT ${limit}`,
    ),
  at: ({ day }) => [day],
  show: ({ day, helped, excused, ...row }) => ({
    day: new Date(day * DAY_MS).toISOString().slice(0, 10),
    ...row,
    votedOrCommented: helped === 1,
    cutShortByTimeZone: excused === 1,
  }),
})

const settledStreak = section({
  name: 'streak',
  references: ['streaks.user_id'],
  read: ({ db, userId }) =>
    db.all<{ settledDay: number; length: number; longest: number; restDays: number }>(
      sql`SELECT settled_day AS settledDay, length, longest, rest_days AS restDays FROM streaks
        WHERE user_id = ${userId}`,
    ),
  show: ({ settledDay, ...row }) => ({ settledDay: new Date(settledDay * DAY_MS).toISOString().slice(0, 10), ...row }),
})

/** Rows of the statistics, oldest first for each grain. */
const counts = section({
  name: 'statistics',
  references: ['member_counts.user_id'],
  read: ({ db, userId }) =>
    db
      .select({
        grain: memberCounts.grain,
        startsAt: memberCounts.startsAt,
        views: memberCounts.views,
        hearts: memberCounts.hearts,
        comments: memberCounts.comments,
        ratings: memberCounts.ratings,
        fans: memberCounts.fans,
        sketches: memberCounts.sketches,
      })
      .from(memberCounts)
      .where(eq(memberCounts.userId, userId))
      .orderBy(memberCounts.grain, memberCounts.startsAt),
})

const DAY_MS = 86_400_000

const allStreams = section({
  name: 'streams',
  references: ['streams.user_id'],
  limit: 100,
  read: ({ db, userId, after: [id = 0], limit }) =>
    db
      .select({
        id: streams.id,
        title: streams.title,
        description: streams.description,
        mature: streams.mature,
        source: streams.source,
        state: streams.state,
        sketch: streams.sketchId,
        challenge: streams.challengeId,
        startsAt: streams.startsAt,
        startedAt: streams.startedAt,
        endedAt: streams.endedAt,
        durationMs: streams.durationMs,
        viewsCount: streams.viewsCount,
        replay: streams.replay,
        replaySketch: streams.replaySketchId,
        createdAt: streams.createdAt,
        chapters: sql<string>`(SELECT json_group_array(json_object('atMs', at_ms, 'title', title)) FROM stream_chapters
          WHERE stream_id = streams.id)`,
      })
      .from(streams)
      .where(and(eq(streams.userId, userId), gt(streams.id, id)))
      .orderBy(streams.id)
      .limit(limit),
  at: ({ id }) => [id],
  show: ({ chapters, ...row }) => ({ ...row, chapters: JSON.parse(chapters) }),
})

const reminders = section({
  name: 'stream-reminders',
  references: ['stream_reminders.user_id'],
  limit: 2000,
  read: ({ db, userId, limit }) =>
    db
      .select({ stream: streamReminders.streamId })
      .from(streamReminders)
      .where(eq(streamReminders.userId, userId))
      .limit(limit),
})

/** The member's own reports. The evidence is of others. */
const reports = section({
  name: 'reports',
  references: ['case_reports.reporter_id'],
  read: ({ db, userId, after: [createdAt = 0, id = 0], limit }) =>
    db
      .select({
        id: caseReports.id,
        kind: caseReports.kind,
        target: cases.target,
        reasons: caseReports.reasons,
        details: caseReports.details,
        atSeconds: caseReports.atSeconds,
        createdAt: caseReports.createdAt,
        closedAt: caseReports.closedAt,
      })
      .from(caseReports)
      .innerJoin(cases, eq(cases.id, caseReports.caseId))
      .where(
        and(
          eq(caseReports.reporterId, userId),
          sql`(${caseReports.createdAt}, ${caseReports.id}) > (${createdAt}, ${id})`,
        ),
      )
      .orderBy(caseReports.createdAt, caseReports.id)
      .limit(limit),
  at: ({ createdAt, id }) => [createdAt, id],
  show: ({ target, ...row }) => ({ ...row, target: Number.parseInt(target, 10) }),
})

export const ACTIVITY_SECTIONS: readonly Section[] = [
  ledgerOf('heart'),
  ledgerOf('glop'),
  ledgerOf('star'),
  starsSpent,
  featured,
  rated,
  suggestions,
  challengesBegun,
  streakDaysSection,
  settledStreak,
  counts,
  allStreams,
  reminders,
  reports,
]
