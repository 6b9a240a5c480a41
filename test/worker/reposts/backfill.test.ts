import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { addFingerprints } from '../../../worker/features/reposts/backfill.ts'
import { openDb } from '../../../worker/lib/database.ts'
import { drawingPng } from '../../support/worker/drawings.ts'
import { addPerson } from '../../support/worker/people.ts'
import { addSketch } from '../../support/worker/sketches.ts'
import { addPicture } from '../../support/worker/uploads.ts'

it('sketches from before the guard get their fingerprint, and lost files do not stop the next', async () => {
  const ines = await addPerson()
  await addSketch(ines)
  const { id } = await addPicture(ines, {}, drawingPng(5000))
  const fingerprintNow = () =>
    env.DB.prepare('SELECT fingerprint FROM sketches WHERE id = ?').bind(id).first<string | null>('fingerprint')
  const before = await fingerprintNow()
  expect(before).toMatch(/^[0-9a-f]{30}$/)
  await env.DB.prepare('UPDATE sketches SET fingerprint = NULL').run()
  await addFingerprints(openDb(env.DB), env)
  expect(await fingerprintNow()).toBe(before)
})
