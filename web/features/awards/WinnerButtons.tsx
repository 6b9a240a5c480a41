import { Award } from 'lucide-react'
import { useState } from 'react'
import type { AwardCategory } from '../../../contract/http/awards.ts'
import { STAFF_REASON_MAX } from '../../../contract/limits.ts'
import { awardMessages } from '../../lib/messages/awards.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { toast } from '../../lib/toast.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { Button } from '../../ui/Button.tsx'
import { FormDialog, FormHint } from '../../ui/FormDialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { parseNominee } from './awards-fields.ts'
import { useSetWinner } from './queries.ts'

/** Button with which staff name a winner of awards that were held before the site counted votes. */
export function NameWinnerButton({ category: { id, title, kind } }: { category: AwardCategory }) {
  const [isOpen, setOpen] = useState(false)
  const save = useSetWinner()
  const send = async (form: FormData) => {
    const obj = parseNominee(String(form.get('link') ?? ''), kind)
    if (!obj) return { field: 'link', error: awardMessages.linkMissing }
    await save.mutateAsync({ cat: id, obj, winner: true, reason: String(form.get('reason') ?? '') })
    toast(awardMessages.winnerNamed(title))
    return undefined
  }
  return (
    <>
      <Button icon={Award} aria-label={`Name a winner of ${title}`} onClick={() => setOpen(true)}>
        Name a winner
      </Button>
      {isOpen && (
        <FormDialog
          title={`Name a winner of ${title}`}
          submit="Name"
          onSubmit={send}
          failure={messageOf}
          onClose={() => setOpen(false)}
        >
          {(errorOf) => (
            <>
              <TextField
                label={kind === 'sketch' ? 'Sketch' : 'Artist'}
                name="link"
                autoComplete="off"
                autoFocus
                hint={awardMessages.linkHint}
                error={errorOf('link')}
              />
              <TextField label="Reason" name="reason" hint="For the staff log." maxLength={STAFF_REASON_MAX} />
              <FormHint>{awardMessages.winnerHint}</FormHint>
            </>
          )}
        </FormDialog>
      )}
    </>
  )
}

/** Button with which staff remove a winner that they named. */
export function RemoveWinnerButton({
  categoryId,
  nominee,
}: {
  categoryId: number
  nominee: { id: number; name: string }
}) {
  const save = useSetWinner()
  return (
    <Button
      aria-label={`Remove ${nominee.name} from the winners`}
      busy={save.isPending}
      onClick={() => save.mutate({ cat: categoryId, obj: nominee.id, winner: false }, { onError: toastFailure })}
    >
      Remove
    </Button>
  )
}
