import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import type { Upload, UploadConfig } from '../../../contract/http/uploads.ts'
import { UploadCard } from '../../../web/features/uploads/UploadCard.tsx'
import { UploadPage } from '../../../web/features/uploads/UploadPage.tsx'
import { EMPTY_TEXT, type UploadProgress } from '../../../web/features/uploads/upload-queue.ts'
import { renderMarkup } from '../../support/web/render.ts'
import { sampleUser } from '../../support/web/samples.ts'

const upload: Upload = {
  id: 'an upload',
  fileName: 'harbour.png',
  width: 900,
  height: 600,
  bytes: 12,
  imageUrl: '/image/harbour',
  thumbhash: '',
  mat: null,
  dateCreated: '20260614120000',
}

const config: UploadConfig = {
  showMature: true,
  uploadUrl: '/api/v2/upload/file',
  userPro: false,
  tags: [],
  pending: [upload],
  usedBytes: 3 * 2 ** 30,
}

describe('the upload page', () => {
  const user = sampleUser()

  it('received pictures stay when the settings cannot be fetched again after a lost connection', () => {
    const replies = [[['upload-config'], config]] as const
    const markup = renderMarkup(createElement(UploadPage), { user, replies, staleReplies: [['upload-config']] })
    expect(markup).toContain('harbour.png')
  })

  it('the page says how much of their storage a member uses', () => {
    const markup = renderMarkup(createElement(UploadPage), { user, replies: [[['upload-config'], config]] })
    expect(markup).toContain('You use 3.0 GB of your 50 GB.')
  })

  it('a visitor reads that posting needs an account', () => {
    expect(renderMarkup(createElement(UploadPage))).toContain('Log in to post your sketches.')
  })
})

describe('the card of a file', () => {
  const cardOf = (file: File | null, progress: UploadProgress, isLast = false) =>
    renderMarkup(
      createElement(UploadCard, {
        entry: { key: 'a', name: 'harbour.png', bytes: 12, file, progress, text: EMPTY_TEXT, problems: {} },
        config,
        isFirst: true,
        isLast,
        answerNoButton: undefined,
        onChange: () => undefined,
        onRemove: () => undefined,
        onMove: () => undefined,
        onRetry: () => undefined,
        onShrink: () => undefined,
        onUndoShrink: () => undefined,
      }),
    )

  it('a refused file that is no picture has no empty box for one', () => {
    const refused = { state: 'failed', message: 'Refused.', mayRetry: false } as const
    expect(cardOf(new File(['a'], 'notes.txt', { type: 'text/plain' }), refused)).not.toContain('preview')
    expect(cardOf(new File(['a'], 'large.png', { type: 'image/png' }), refused)).toContain('preview')
  })

  it('a file that will not be posted cannot be moved', () => {
    const file = new File(['a'], 'notes.txt', { type: 'text/plain' })
    expect(cardOf(file, { state: 'failed', message: 'Refused.', mayRetry: false })).not.toContain('Move harbour.png')
    expect(cardOf(null, { state: 'received', upload })).toContain('Move harbour.png')
  })

  it('the only picture has no place to move to', () => {
    expect(cardOf(null, { state: 'received', upload }, true)).not.toContain('Move harbour.png')
  })

  it('a received picture is requested in the sizes of its box', () => {
    const markup = cardOf(null, { state: 'received', upload })
    expect(markup).toContain('sizes="(min-width: 768px) 240px, min(100vw - 32px, 480px)"')
    expect(markup).toMatch(/<img[^>]* srcSet="\S+\/250 250w, \S+\/350 350w, \S+\/500 500w, [^"]+"/)
  })

  it('the place of a received picture is known before it is loaded', () => {
    expect(cardOf(null, { state: 'received', upload })).toMatch(/<img[^>]* width="900" height="600"/)
  })
})
