import { log } from '../durable-objects/realtime/log.ts'
import { removeOldMails, sendDueMails } from './domain/mail/send.ts'
import { resumeFanOuts } from './domain/sketch-lists/fan-out.ts'
import { removeDueSketches } from './domain/sketches/deletion.ts'
import { removeOldViews } from './domain/views/queries.ts'
import { removeOldBackupCodeAttempts } from './features/auth/backup-codes.ts'
import { removeExpiredChallenges } from './features/auth/passkey-challenges.ts'
import { removeExpiredSessions } from './features/auth/queries.ts'
import { removeOldRecoveryRequests } from './features/auth/recovery.ts'
import { closeAwards } from './features/awards/closing.ts'
import { removeLoggedTexts, removeOldCases, removeUnusedEvidence } from './features/cases/retention.ts'
import { resumeChallengeNotices } from './features/challenges/opening.ts'
import { beginChallenge } from './features/challenges/schedule.ts'
import { settleStreaks } from './features/challenges/settle.ts'
import { removeOldVisits, removeUnusedRooms } from './features/chat/queries.ts'
import { closeCompos } from './features/compos/closing.ts'
import { compareVoters } from './features/compos/comparing.ts'
import { remindOfCompos } from './features/compos/reminders.ts'
import { resumeExports } from './features/export/making.ts'
import { removeExpiredExports } from './features/export/sweep.ts'
import { rankSketches } from './features/galleries/rankings.ts'
import { repeatDeletions } from './features/leaving/deletion-notes.ts'
import { deleteAccounts } from './features/leaving/erase.ts'
import { emptyLaterEntries } from './features/leaving/erase-staff-records.ts'
import { removePostsLeft } from './features/messages/deleting.ts'
import { removeOldNotifications } from './features/notifications/schedule.ts'
import { addFingerprints } from './features/reposts/backfill.ts'
import { resumeMerges } from './features/staff/merge.ts'
import { endPatronTerms } from './features/staff/roles.ts'
import { foldCounts } from './features/stats/fold.ts'
import { reconcile } from './features/store/notices.ts'
import { hasPayPal } from './features/store/paypal-api.ts'
import { remindOfTerms } from './features/store/term-reminders.ts'
import { resumeHiding, resumeNotifications } from './features/streams/notifications.ts'
import {
  checkSilentStreams,
  deleteRemovedReplays,
  removeMissedAnnouncements,
  removeUndecidedReplays,
  sweepStreamFolders,
} from './features/streams/schedule.ts'
import { moveAliasedTags } from './features/tags/aliases.ts'
import { sweepFiles } from './features/uploads/sweep.ts'
import { resumeNotes } from './features/users/fan-notes.ts'
import { type Db, openDb } from './lib/database.ts'
import { errorFacts } from './lib/error-facts.ts'
import { repeatRoomActs } from './pages/cases/room-acts.ts'

type Job = { name: string; run: (context: JobContext) => Promise<void> }
type JobContext = { env: Cloudflare.Env; db: Db; now: number }

/** All scheduled jobs, in the order in which they run. The cron trigger is in wrangler.toml. */
export const JOBS: readonly Job[] = [
  { name: 'begin challenge', run: (context) => beginChallenge(context, context.now) },
  { name: 'settle streaks', run: ({ db, now }) => settleStreaks(db, now) },
  { name: 'close compos', run: ({ db, now }) => closeCompos(db, now) },
  { name: 'compare voters', run: ({ db }) => compareVoters(db) },
  { name: 'remind of compos', run: ({ db, now }) => remindOfCompos(db, now) },
  { name: 'close awards', run: ({ db, now }) => closeAwards(db, now) },
  { name: 'send mails', run: ({ env, db, now }) => sendDueMails(db, env, now) },
  { name: 'remove old mails', run: ({ db, now }) => removeOldMails(db, now) },
  { name: 'remove old recovery requests', run: ({ db, now }) => removeOldRecoveryRequests(db, now) },
  { name: 'remove old backup code attempts', run: ({ db, now }) => removeOldBackupCodeAttempts(db, now) },
  { name: 'remove expired challenges', run: ({ db, now }) => removeExpiredChallenges(db, now) },
  { name: 'remove expired sessions', run: ({ db, now }) => removeExpiredSessions(db, now) },
  { name: 'repeat deletions', run: ({ env, db }) => repeatDeletions(db, env.FILES) },
  { name: 'delete accounts', run: ({ env, db, now }) => deleteAccounts(db, env, now) },
  { name: 'empty the log about deleted accounts', run: ({ db }) => emptyLaterEntries(db) },
  { name: 'remind of patron terms', run: ({ db, now }) => remindOfTerms(db, now) },
  { name: 'end patron terms', run: ({ db, now }) => endPatronTerms(db, now) },
  {
    name: 'reconcile payments',
    run: async ({ env, db, now }) => {
      if (hasPayPal(env)) await reconcile({ db, settings: env, now })
    },
  },
  { name: 'finish merges', run: ({ env, db, now }) => resumeMerges(db, env, now) },
  { name: 'make exports', run: ({ env, db, now }) => resumeExports(db, env, { now }) },
  { name: 'remove expired exports', run: ({ env, db, now }) => removeExpiredExports(db, env.FILES, now) },
  { name: 'remove deleted messages', run: ({ db }) => removePostsLeft(db) },
  { name: 'remove old chat visits', run: ({ db, now }) => removeOldVisits(db, now) },
  { name: 'remove unused chat rooms', run: ({ db, now }) => removeUnusedRooms(db, now) },
  { name: 'remove old views', run: ({ db, now }) => removeOldViews(db, now) },
  { name: 'fold counts', run: ({ db, now }) => foldCounts(db, now) },
  { name: 'finish feeds', run: ({ db }) => resumeFanOuts(db) },
  { name: 'rank sketches', run: ({ db, now }) => rankSketches(db, now) },
  { name: 'move aliased tags', run: ({ db }) => moveAliasedTags(db) },
  { name: 'repeat acts of cases in rooms', run: ({ env, db }) => repeatRoomActs(db, env) },
  { name: 'remove deleted sketches', run: ({ env, db, now }) => removeDueSketches(db, env.FILES, { now }) },
  { name: 'remove unused evidence', run: ({ db, now }) => removeUnusedEvidence(db, now) },
  { name: 'remove old cases', run: ({ db, now }) => removeOldCases(db, now) },
  { name: 'remove old texts from the log', run: ({ db, now }) => removeLoggedTexts(db, now) },
  { name: 'remove old notifications', run: ({ db, now }) => removeOldNotifications(db, now) },
  { name: 'finish notifying fans of streams', run: ({ env, db }) => resumeNotifications(db, env) },
  { name: 'finish hiding mature streams', run: ({ db }) => resumeHiding(db) },
  { name: 'finish notifying groups of challenges', run: ({ db, now }) => resumeChallengeNotices(db, now) },
  { name: 'finish notifying fans of notes', run: ({ db }) => resumeNotes(db) },
  { name: 'check silent streams', run: ({ env, db, now }) => checkSilentStreams(db, env, now) },
  { name: 'remove missed announcements', run: ({ db, now }) => removeMissedAnnouncements(db, now) },
  { name: 'remove undecided replays', run: ({ db, now }) => removeUndecidedReplays(db, now) },
  { name: 'delete files of removed replays', run: ({ env, db }) => deleteRemovedReplays(db, env.FILES) },
  { name: 'sweep stream folders', run: ({ env, db }) => sweepStreamFolders(db, env.FILES) },
  { name: 'add fingerprints', run: ({ env, db }) => addFingerprints(db, env) },
  {
    name: 'sweep files',
    run: async ({ env, db, now }) => log('info', 'sweep', await sweepFiles(db, env.FILES, { now })),
  },
]

/** Runs every job once, in order. A job that throws is logged and does not stop the next. */
export async function runJobs(env: Cloudflare.Env, now: number): Promise<void> {
  const context = { env, db: openDb(env.DB), now }
  for (const job of JOBS) await runJob(job, context)
}

async function runJob({ name, run }: Job, context: JobContext): Promise<void> {
  const started = Date.now()
  try {
    await run(context)
    log('info', 'job', { name, outcome: 'done', ms: Date.now() - started })
  } catch (error) {
    const facts = error instanceof Error ? errorFacts(error) : {}
    log('error', 'job', { name, outcome: 'failed', ms: Date.now() - started, ...facts })
  }
}
