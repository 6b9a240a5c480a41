import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { addCompo } from '../../support/worker/compos.ts'
import { itemsOf, unpackedExport } from '../../support/worker/exports.ts'
import { addGroup } from '../../support/worker/groups.ts'
import { addPerson } from '../../support/worker/people.ts'

it('compos that the member opened in groups are in an export, without compos of the site', async () => {
  const mira = await addPerson()
  const group = await addGroup(mira)
  const [ofGroup, ofSite, ofOthers] = [
    await addCompo({ groupSlug: group }),
    await addCompo(),
    await addCompo({ groupSlug: group }),
  ]
  await env.DB.prepare('UPDATE compos SET user_id = ? WHERE key IN (?, ?)').bind(mira.id, ofGroup, ofSite).run()
  const compos = itemsOf(await unpackedExport(mira), 'compos')
  expect(compos).toMatchObject([{ compo: ofGroup, title: 'On the way home', group }])
  expect(JSON.stringify(compos)).not.toContain(ofOthers)
})
