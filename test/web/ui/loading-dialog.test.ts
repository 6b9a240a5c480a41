import { type ComponentProps, createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { Modal } from '../../../web/ui/Modal.tsx'
import { renderMarkup } from '../../support/web/render.ts'

function dialog(open: { isOpen?: boolean }): string {
  const props = { title: 'Enter a sketch', onClose: () => undefined, ...open } as ComponentProps<typeof Modal>
  return renderMarkup(createElement(Modal, props, 'Choose one of your sketches.'))
}

describe('a dialog whose module is being loaded', () => {
  it('an open dialog shows that its module is loading', () => {
    expect(dialog({})).toContain('Loading')
    expect(dialog({ isOpen: true })).toContain('Loading')
  })

  it('a closed dialog shows nothing while its module is loading', () => {
    expect(dialog({ isOpen: false })).not.toContain('Loading')
  })
})
