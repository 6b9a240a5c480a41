import { Bell, BellRing } from 'lucide-react'
import { streamMessages } from '../../../lib/messages/streams.ts'
import { signInPath, useUser } from '../../../lib/session.ts'
import { toast } from '../../../lib/toast.ts'
import { toastFailure } from '../../../lib/toast-failure.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { useSetReminder } from '../queries.ts'

/** Button that sets or removes the reminder of an announced stream. */
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
      <ButtonLink href={signInPath()} icon={Bell} aria-label={label}>
        Remind me
      </ButtonLink>
    )
  }
  const toggle = () => {
    const onSuccess = () => void toast(reminded ? streamMessages.notReminded : streamMessages.reminded)
    mutate({ id, remind: !reminded }, { onSuccess, onError: toastFailure })
  }
  return (
    <Button icon={Bell} pressedIcon={BellRing} pressed={reminded} busy={isPending} aria-label={label} onClick={toggle}>
      Remind me
    </Button>
  )
}
