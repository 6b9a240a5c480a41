import { createElement } from 'react'
import { Route, Routes } from 'react-router'
import { describe, expect, it } from 'vitest'
import type { MemberDecision } from '../../../contract/http/appeals.ts'
import type { NoticeOfStaff } from '../../../contract/http/notifications.ts'
import { decisionQuery } from '../../../web/features/cases/appeal-queries.ts'
import { DecisionPage } from '../../../web/features/cases/DecisionPage.tsx'
import { NotificationRow } from '../../../web/features/notifications/NotificationRow.tsx'
import { renderMarkup, textOf } from '../../support/web/render.ts'
import { sampleNotification, sampleUser } from '../../support/web/samples.ts'

const DATE = '20261121120000'
const decision: MemberDecision = {
  ...{ of: 'case', id: 3, kind: 'sketch', isAuthor: true, acted: true, date: DATE, undone: true, title: 'Harbour' },
  ...{ address: '/sketch/7', action: 'delete', reason: 'Be kind to others.', mayAppeal: false },
  appeal: { text: 'It was meant kindly.', date: DATE, outcome: 'overturned', answer: 'It was.', dateClosed: DATE },
}

const staff: NoticeOfStaff = {
  ...{ of: 'case', id: 3, kind: 'sketch', title: 'Harbour', acted: null, action: 'delete' },
  ...{ reason: 'Be kind to others.', undone: false, outcome: null },
}

describe('a decision of staff', () => {
  it('the page of a withdrawn decision says once that it was withdrawn', () => {
    const page = createElement(Route, { path: '/decision/:of/:id', element: createElement(DecisionPage) })
    const markup = renderMarkup(createElement(Routes, null, page), {
      at: '/decision/case/3',
      user: sampleUser(),
      replies: [[decisionQuery({ case: 3 }).queryKey, decision]],
    })
    expect(textOf(markup).match(/withdrawn/g)).toHaveLength(1)
    expect(markup).toContain('<strong>Your appeal was accepted.</strong>')
  })

  const noticeOf = (fields: Partial<NoticeOfStaff>) =>
    textOf(
      renderMarkup(
        createElement(NotificationRow, {
          me: 1,
          notification: sampleNotification({
            ...{ category: 'moderation', actor: null, sketch: null },
            staff: { ...staff, ...fields },
          }),
        }),
      ),
    )

  it('the notice of a decision quotes its reason, but not after it was withdrawn', () => {
    expect(noticeOf({})).toContain('Be kind to others.')
    expect(noticeOf({ undone: true })).not.toContain('Be kind to others.')
  })

  it('the notice of an accepted appeal quotes the answer', () => {
    expect(noticeOf({ undone: true, outcome: 'overturned', reason: 'It was.' })).toContain('It was.')
  })
})
