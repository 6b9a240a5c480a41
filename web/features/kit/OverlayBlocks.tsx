import { Flag, FolderPlus, Home, Link2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { toast } from '../../lib/toast.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { Button } from '../../ui/Button.tsx'
import { ColourPicker } from '../../ui/ColourPicker.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Flow, Vertical } from '../../ui/layout.tsx'
import { Menu, MoreMenu } from '../../ui/Menu.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { PopoverButton } from '../../ui/Popover.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { Block } from './Block.tsx'
import styles from './KitPage.module.css'

const ITEMS = [
  { label: 'Home', icon: Home, to: '/kit', current: true },
  { label: 'Copy link', icon: Link2, onAction: () => toast('Link copied') },
  { label: 'Collect', icon: FolderPlus, disabled: true },
  { label: 'Report', icon: Flag, onAction: () => toast('Reported', { kind: 'plain' }) },
  { label: 'Delete', icon: Trash2, danger: true },
]

type Open = 'modal' | 'plain' | 'heart' | 'delete'

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

export function OverlayBlocks() {
  const [open, setOpen] = useState<Open>()
  const [colour, setColour] = useState('#a3402c')
  const close = () => setOpen(undefined)
  return (
    <>
      <Block name="Modal and confirm">
        <Flow>
          <Button onClick={() => setOpen('modal')}>Modal</Button>
          <Button onClick={() => setOpen('plain')}>Without actions</Button>
          <Button onClick={() => setOpen('heart')}>Confirm</Button>
          <Button onClick={() => setOpen('delete')}>Confirm that fails</Button>
        </Flow>
        <Modal
          isOpen={open === 'modal'}
          onClose={close}
          title="New album"
          actions={
            <>
              <Button onClick={close}>Cancel</Button>
              <Button variant="primary" onClick={close}>
                Create
              </Button>
            </>
          }
        >
          <TextField label="Name" maxLength={64} />
        </Modal>
        <Modal isOpen={open === 'plain'} onClose={close} title="Rules">
          <p>Be kind. Draw a lot.</p>
        </Modal>
        <ConfirmDialog
          isOpen={open === 'heart'}
          onClose={close}
          title="Give a heart?"
          confirmLabel="Give heart"
          onConfirm={() => wait(1000)}
        >
          A heart can’t be taken back. You have 7 left.
        </ConfirmDialog>
        <ConfirmDialog
          isOpen={open === 'delete'}
          onClose={close}
          title="Delete this sketch?"
          confirmLabel="Delete"
          danger
          onConfirm={() => wait(1000).then(() => Promise.reject(new Error('refused')))}
        >
          Its comments and hearts go with it.
        </ConfirmDialog>
      </Block>
      <Block name="Menu and popover">
        <Flow>
          <MoreMenu items={ITEMS} />
          <MoreMenu items={ITEMS} label="More, bordered" bordered />
          <Menu trigger={<Button>Menu</Button>} label="Example" items={ITEMS} />
          <PopoverButton trigger={<Button>Popover</Button>}>
            {(done) => (
              <Vertical className={styles.pane}>
                <TextField label="E-mail" type="email" hint="For account recovery only" />
                <Button variant="primary" wide onClick={done}>
                  Done
                </Button>
              </Vertical>
            )}
          </PopoverButton>
          <PopoverButton trigger={<Button>Colour</Button>} flush>
            <ColourPicker value={colour} onChange={setColour} />
          </PopoverButton>
        </Flow>
      </Block>
      <Block name="Toasts">
        <Flow>
          <Button
            onClick={() => toast('Added to Interiors', { action: { label: 'Undo', onAction: () => toast('Undone') } })}
          >
            With action
          </Button>
          <Button onClick={() => toast('The stream has ended', { kind: 'plain' })}>Plain</Button>
          <Button onClick={() => toastFailure('Please fill in all the info')}>Error</Button>
        </Flow>
      </Block>
    </>
  )
}
