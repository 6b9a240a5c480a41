import { type ReactNode, useState } from 'react'
import type { SketchItem } from '../../../contract/http/sketches.ts'
import { entryMessages } from '../../lib/messages/entries.ts'
import { entryFailure } from '../../lib/messages/entry-failures.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/Button.tsx'
import { FormError } from '../../ui/FormError.tsx'
import { Modal } from '../../ui/Modal.tsx'
import styles from './EnterSketchDialog.module.css'
import { SketchChooser, type SketchChooserProps, useHasNothingToEnter } from './SketchChooser.tsx'

type EnterSketchDialogProps = Pick<SketchChooserProps, 'userId' | 'enteredIn' | 'uploadTo'> & {
  /** Asks whether to enter the chosen sketch, and says what follows. */
  question: (title: string) => ReactNode
  /** Message after the entry. */
  done: string
  onEnter: (sketchId: number) => Promise<unknown>
  onClose: () => void
}

/** Lets a member choose one of their sketches and enter it; the Enter button confirms it [1 §5]. */
export function EnterSketchDialog({ question, done, onEnter, onClose, ...choice }: EnterSketchDialogProps) {
  const [chosen, setChosen] = useState<SketchItem>()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const isEmpty = useHasNothingToEnter(choice)
  const enter = async (sketchId: number) => {
    setBusy(true)
    setFailure(undefined)
    try {
      await onEnter(sketchId)
      toast(done)
      onClose()
    } catch (error) {
      setFailure(entryFailure(error))
      setBusy(false)
    }
  }
  const choose = (sketch: SketchItem) => {
    setFailure(undefined)
    setChosen(sketch)
  }
  return (
    <Modal
      onClose={onClose}
      title="Enter a sketch"
      dismissable={!isBusy}
      actions={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          {!isEmpty && (
            <Button variant="primary" disabled={!chosen} busy={isBusy} onClick={() => chosen && void enter(chosen.id)}>
              Enter
            </Button>
          )}
        </>
      }
    >
      <SketchChooser {...choice} chosen={chosen} onChoose={choose} />
      {!isEmpty && (
        <p role="status" className={styles.question}>
          {chosen ? question(chosen.title) : entryMessages.chooseSketch}
        </p>
      )}
      <FormError>{failure}</FormError>
    </Modal>
  )
}
