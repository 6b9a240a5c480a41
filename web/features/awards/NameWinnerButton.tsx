import { Award } from 'lucide-react'
import { useState } from 'react'
import type { AwardCategory } from '../../../contract/http/awards.ts'
import { awardMessages } from '../../lib/messages/awards.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { REASON_MISSING } from '../../lib/messages/staff.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/Button.tsx'
import { FormDialog, FormHint } from '../../ui/FormDialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { StaffReasonField } from '../staff/StaffReasonField.tsx'
import { parseNominee } from './awards-fields.ts'
import { useSetWinner } from './queries.ts'

/** Button with which staff name a winner of awards that were held before the site counted votes. */
export function NameWinnerButton({ category: { id, title, kind } }: { category: AwardCategory }) {
  const [isOpen, setOpen] = useState(false)
  const save = useSetWinner()
  const send = async (form: FormData) => {
    const obj = parseNominee(String(form.get('link') ?? ''), kind)
    if (!obj) return { field: 'link', error: awardMessages.linkMissing }
    const reason = String(form.get('reason') ?? '').trim()
    if (!reason) return { field: 'reason', error: REASON_MISSING }
    await save.mutateAsync({ cat: id, obj, winner: true, reason })
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
              <StaffReasonField error={errorOf('reason')} />
              <FormHint>{awardMessages.winnerHint}</FormHint>
            </>
          )}
        </FormDialog>
      )}
    </>
  )
}
