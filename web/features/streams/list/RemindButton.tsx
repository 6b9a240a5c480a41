import { useQueryClient } from '@tanstack/react-query'
import { Bell, BellRing } from 'lucide-react'
import { useState } from 'react'
import { streamMessages } from '../../../lib/messages/streams.ts'
import { signInAddress, useUser } from '../../../lib/session.ts'
import { toast, toastFailure } from '../../../lib/toast.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { remind } from '../queries.ts'

/** Asks to be told when an announced stream begins, or takes that back. */
export function RemindButton({
  stream: { id, title, reminded },
}: {
  stream: { id: number; title: string; reminded: boolean }
}) {
  const user = useUser()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const label = `Remind me of ${title}`
  if (!user) {
    return (
      <ButtonLink href={signInAddress()} icon={Bell} aria-label={label}>
        Remind me
      </ButtonLink>
    )
  }
  const change = async () => {
    setBusy(true)
    try {
      await remind(client, id, !reminded)
      toast(reminded ? streamMessages.notReminded : streamMessages.reminded)
    } catch (error) {
      toastFailure(error)
    }
    setBusy(false)
  }
  return (
    <Button
      icon={Bell}
      pressedIcon={BellRing}
      pressed={reminded}
      busy={busy}
      aria-label={label}
      onClick={() => void change()}
    >
      Remind me
    </Button>
  )
}
