import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { DeskPage } from '../../../web/features/cases/DeskPage.tsx'
import { casesQuery } from '../../../web/features/cases/queries.ts'
import { caseMessages } from '../../../web/lib/messages/cases.ts'
import { onlyPage, renderMarkup, textOf } from '../../support/web/render.ts'
import { sampleUser } from '../../support/web/samples.ts'

describe('an empty queue of cases', () => {
  it('does not ask the member of staff to choose a case', () => {
    const user = { ...sampleUser(), gloperator: true }
    const replies = [[casesQuery({ filter: 'open', kind: '' }).queryKey, onlyPage([])]] as const
    const text = textOf(renderMarkup(createElement(DeskPage), { at: '/gloperate', user, replies }))
    expect(text).toContain(caseMessages.none.open)
    expect(text).not.toContain(caseMessages.choose)
  })
})
