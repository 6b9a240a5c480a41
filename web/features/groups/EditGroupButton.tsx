import { useState } from 'react'
import type { CurrentUser } from '../../../contract/http/auth.ts'
import type { GroupInfo } from '../../../contract/http/groups.ts'
import { GROUP_DESCRIPTION_MAX, GROUP_RULES_MAX } from '../../../contract/limits.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { groupMessages } from '../../lib/messages/groups.ts'
import { REASON_MISSING } from '../../lib/messages/staff.ts'
import { useUser } from '../../lib/session.ts'
import { Button } from '../../ui/Button.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { StaffReasonField } from '../staff/StaffReasonField.tsx'
import { useEditGroup } from './queries.ts'

/** True for the owner and moderators of a group. */
export const isOwnerOrModerator = ({ role }: GroupInfo): boolean => role === 'owner' || role === 'moderator'

/** True for the owner and moderators of a group, and for group admins. */
export const mayModerateGroup = (group: GroupInfo, user: CurrentUser | null | undefined): boolean =>
  isOwnerOrModerator(group) || user?.flags.includes('g') === true

/** Button that edits description and rules. Group admins without a role in the group give a reason. */
export function EditGroupButton({ group }: { group: GroupInfo }) {
  const user = useUser()
  const edit = useEditGroup(group.id)
  const [isOpen, setOpen] = useState(false)
  if (!mayModerateGroup(group, user)) return null
  const asAdmin = !isOwnerOrModerator(group)
  const send = async (form: FormData) => {
    const texts = ['description', 'rules', 'reason'].map((name) => String(form.get(name) ?? '').trim())
    const [description = '', rules = '', reason = ''] = texts
    if (!description) return { field: 'description', error: groupMessages.requestIncomplete }
    if (asAdmin && !reason) return { field: 'reason', error: REASON_MISSING }
    await edit.mutateAsync({ description, rules, reason })
    return undefined
  }
  return (
    <div>
      <Button onClick={() => setOpen(true)}>Edit description and rules</Button>
      {isOpen && (
        <FormDialog
          title={`Edit ${group.title}`}
          submit="Save"
          onSubmit={send}
          failure={messageOf}
          onClose={() => setOpen(false)}
        >
          {(errorOf) => (
            <>
              <TextField
                label="Description"
                name="description"
                multiline
                maxLength={GROUP_DESCRIPTION_MAX}
                defaultValue={group.description}
                error={errorOf('description')}
              />
              <TextField label="Rules" name="rules" multiline maxLength={GROUP_RULES_MAX} defaultValue={group.rules} />
              {asAdmin && <StaffReasonField error={errorOf('reason')} />}
            </>
          )}
        </FormDialog>
      )}
    </div>
  )
}
