import { useQuery } from '@tanstack/react-query'
import type { FanNotifySettings } from '../../../contract/http/users.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { PageSpinner } from '../../ui/Spinner.tsx'
import { profileQuery, useSetFanNotification } from './queries.ts'

const CHOICES: readonly { which: keyof FanNotifySettings; label: string; hint: string }[] = [
  { which: 'upload', label: 'New sketches', hint: 'Counted at New from artists.' },
  { which: 'stream', label: 'Live streams', hint: 'When they go live.' },
  { which: 'notes', label: 'Notes to fans', hint: 'At most one a day.' },
]

/** Choice of the notifications that a fan gets about an artist [2 §7]. */
export function FanNotifyDialog({
  artist,
  onClose,
}: {
  artist: { id: number; nickname: string }
  onClose: () => void
}) {
  const { data } = useQuery(profileQuery(artist.id))
  const change = useSetFanNotification(artist.id)
  const saved = data && !data.hidden ? data.notify : null
  const isOn = (which: keyof FanNotifySettings) =>
    change.isPending && change.variables.which === which ? change.variables.value : (saved?.[which] ?? false)
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={`Notify me about ${artist.nickname}`}
      actions={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      {!saved && <PageSpinner />}
      {saved &&
        CHOICES.map(({ which, label, hint }) => (
          <Checkbox
            key={which}
            hint={hint}
            checked={isOn(which)}
            disabled={change.isPending}
            onChange={(event) => change.mutate({ which, value: event.target.checked })}
          >
            {label}
          </Checkbox>
        ))}
    </Modal>
  )
}

/** Tells a new fan that they are one, and offers to choose the notifications. */
export function offerNotifications(nickname: string, open: () => void): void {
  toast(`You’re a fan of ${nickname} now`, { action: { label: 'Notifications', onAction: open } })
}
