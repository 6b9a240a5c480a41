import { useQueryClient } from '@tanstack/react-query'
import { Bell, BellRing } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../../lib/messages/codes.ts'
import { streamMessages } from '../../../lib/messages/streams.ts'
import { signInAddress, useUser } from '../../../lib/session.ts'
import { Button } from '../../../ui/Button.tsx'
import { ButtonLink } from '../../../ui/ButtonLink.tsx'
import { show } from '../../../ui/toast.ts'
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
      show(reminded ? streamMessages.notReminded : streamMessages.reminded)
    } catch (error) {
      show(messageOf(error), { kind: 'error' })
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
