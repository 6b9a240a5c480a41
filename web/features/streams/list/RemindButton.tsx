import { Bell, BellRing } from 'lucide-react'
import { streamMessages } from '../../../lib/messages/streams.ts'
import { signInAddress, useUser } from '../../../lib/session.ts'
import { Button } from '../../../ui/Button.tsx'
import { ButtonLink } from '../../../ui/ButtonLink.tsx'
import { show } from '../../../ui/toast.ts'
import { showFailure } from '../../chat/queries.ts'
import { useSetReminder } from '../queries.ts'

/** Asks to be told when an announced stream begins, or takes that back. */
export function RemindButton({
  stream: { id, title, reminded },
}: {
  stream: { id: number; title: string; reminded: boolean }
}) {
  const user = useUser()
  const { mutate, isPending } = useSetReminder()
  const label = `Remind me of ${title}`
  if (!user) {
    return (
      <ButtonLink href={signInAddress()} icon={Bell} aria-label={label}>
        Remind me
      </ButtonLink>
    )
  }
  const toggle = () => {
    const onSuccess = () => void show(reminded ? streamMessages.notReminded : streamMessages.reminded)
    mutate({ id, remind: !reminded }, { onSuccess, onError: showFailure })
  }
  return (
    <Button icon={Bell} pressedIcon={BellRing} pressed={reminded} busy={isPending} aria-label={label} onClick={toggle}>
      Remind me
    </Button>
  )
}
