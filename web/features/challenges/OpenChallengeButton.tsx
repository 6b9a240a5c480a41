import { Target } from 'lucide-react'
import { useState } from 'react'
import { challengeMessages } from '../../lib/messages/challenges.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/Button.tsx'
import { FormDialog, FormHint } from '../../ui/FormDialog.tsx'
import { IdeaFields, readIdea } from './IdeaFields.tsx'
import { useOpenChallenge } from './queries.ts'

type GroupName = { id: string; title: string }

/** Opens a challenge of a group, for its owner and moderators and for staff. */
export function OpenChallengeButton({ group }: { group: GroupName }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={Target} onClick={() => setOpen(true)}>
        Open a challenge
      </Button>
      {isOpen && <OpenChallengeDialog group={group} onClose={() => setOpen(false)} />}
    </>
  )
}

function OpenChallengeDialog({ group, onClose }: { group: GroupName; onClose: () => void }) {
  const open = useOpenChallenge(group.id)
  const send = async (form: FormData) => {
    const words = readIdea(form)
    await open.mutateAsync(words)
    toast(challengeMessages.opened(words.title))
    return undefined
  }
  return (
    <FormDialog title="Open a challenge" submit="Open" onSubmit={send} failure={messageOf} onClose={onClose}>
      <FormHint>{challengeMessages.openHint(group.title)}</FormHint>
      <IdeaFields />
    </FormDialog>
  )
}
