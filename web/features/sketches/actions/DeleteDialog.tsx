import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { sketchMessages } from '../../../lib/messages/sketch.ts'
import { toast } from '../../../lib/toast.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { deleteSketch, forgetSketch } from '../queries.ts'
import type { EntryDialogProps } from './entry.ts'

/** Asks before a sketch goes for good. */
export function DeleteDialog({ sketch, onClose }: EntryDialogProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const remove = async () => {
    await deleteSketch(sketch.id)
    toast('Sketch deleted')
    await navigate('/')
    await forgetSketch(client, sketch.id)
  }
  return (
    <ConfirmDialog
      isOpen
      danger
      onClose={onClose}
      title="Delete this sketch?"
      confirmLabel="Delete"
      onConfirm={remove}
      messageOf={() => sketchMessages.deleteSketchFailed}
    >
      Its hearts and comments go with it. This cannot be undone.
    </ConfirmDialog>
  )
}
