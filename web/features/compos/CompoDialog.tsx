import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { CompoInfo } from '../../../contract/http/compos.ts'
import {
  COMPO_DESCRIPTION_MAX,
  COMPO_ENTRIES_PER_MEMBER_MAX,
  COMPO_KEY_MAX,
  COMPO_TITLE_MAX,
  STAFF_REASON_MAX,
} from '../../../contract/limits.ts'
import { fromWireTime } from '../../../contract/time.ts'
import { CallError } from '../../lib/call.ts'
import { dateTimeValue } from '../../lib/date-time-field.ts'
import { compoMessages } from '../../lib/messages/compos.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { sketchPath } from '../../lib/sketch-link.ts'
import { toast } from '../../lib/toast.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { problemOf, readCompo, suggestedKey } from './compo-fields.ts'
import { useSaveCompo } from './queries.ts'

type CompoDialogProps = {
  /** The compo to edit; without it, a new one is opened. */
  compo?: CompoInfo
  /** The group that the form suggests for a new compo. */
  group?: string
  onClose: () => void
}

type Fields = { compo: CompoInfo | undefined; errorOf: (field: string) => string | undefined }

/** Form that opens a compo or edits one. */
export function CompoDialog({ compo, group, onClose }: CompoDialogProps) {
  const save = useSaveCompo()
  const navigate = useNavigate()
  const send = async (form: FormData) => {
    const read = readCompo(form, compo)
    if ('error' in read) return read
    try {
      await save.mutateAsync(read.compo)
    } catch (error) {
      const problem = error instanceof CallError ? problemOf(error) : null
      if (!problem) throw error
      return problem
    }
    toast(compoMessages.saved(read.compo.title))
    if (!compo) void navigate(`/compo/${read.compo.key}`)
    return undefined
  }
  return (
    <FormDialog
      title={compo ? `Edit ${compo.title}` : 'Open a compo'}
      submit={compo ? 'Save' : 'Open'}
      onSubmit={send}
      failure={messageOf}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <TextFields compo={compo} errorOf={errorOf} />
          <DateFields compo={compo} errorOf={errorOf} />
          <EntriesField perMember={compo?.entriesPerMember ?? 1} />
          <TextField
            label="Thumbnail"
            name="thumbnail"
            autoComplete="off"
            hint={!errorOf('thumbnail') && compoMessages.thumbnailHint}
            defaultValue={sketchPath(compo?.thumbnail?.sketchId ?? null)}
            error={errorOf('thumbnail')}
          />
          {!compo && (
            <TextField
              label="Group"
              name="group"
              autoComplete="off"
              hint={compoMessages.groupHint}
              defaultValue={group}
              error={errorOf('group')}
            />
          )}
          {compo && (
            <TextField
              label="Reason"
              name="reason"
              hint={!errorOf('reason') && 'For the staff log.'}
              maxLength={STAFF_REASON_MAX}
              error={errorOf('reason')}
            />
          )}
        </>
      )}
    </FormDialog>
  )
}

/** Title, key and description. The title suggests the key of a new compo until one is typed. */
function TextFields({ compo, errorOf }: Fields) {
  const [title, setTitle] = useState(compo?.title ?? '')
  const [typedKey, setTypedKey] = useState<string>()
  return (
    <>
      <TextField
        label="Title"
        name="title"
        autoFocus
        autoComplete="off"
        maxLength={COMPO_TITLE_MAX}
        value={title}
        error={errorOf('title')}
        onChange={(event) => setTitle(event.target.value)}
      />
      {!compo && (
        <TextField
          label="Key"
          name="key"
          autoComplete="off"
          autoCapitalize="off"
          maxLength={COMPO_KEY_MAX}
          hint={!errorOf('key') && compoMessages.keyHint}
          value={typedKey ?? suggestedKey(title)}
          error={errorOf('key')}
          onChange={(event) => setTypedKey(event.target.value)}
        />
      )}
      <TextField
        label="Description"
        name="description"
        multiline
        maxLength={COMPO_DESCRIPTION_MAX}
        defaultValue={compo?.description}
      />
    </>
  )
}

const DAY_MS = 86_400_000
/** Default dates of a new compo, in days from now. */
const USUAL_DAYS = { startDate: 0, endDate: 7, endVotingDate: 14 }
const DATE_LABELS = {
  startDate: 'Entries open (your local time)',
  endDate: 'Entries close',
  endVotingDate: 'Voting ends',
} as const

function DateFields({ compo, errorOf }: Fields) {
  const [now] = useState(Date.now)
  return (['startDate', 'endDate', 'endVotingDate'] as const).map((name) => (
    <TextField
      key={name}
      label={DATE_LABELS[name]}
      name={name}
      type="datetime-local"
      defaultValue={dateTimeValue(compo ? fromWireTime(compo[name]) : now + USUAL_DAYS[name] * DAY_MS)}
      error={errorOf(name)}
    />
  ))
}

const COUNTS = Array.from({ length: COMPO_ENTRIES_PER_MEMBER_MAX }, (_, index) => String(index + 1))

function EntriesField({ perMember }: { perMember: number }) {
  const [value, setValue] = useState(String(perMember))
  return (
    <Select
      label="Entries per member"
      name="entriesPerMember"
      options={COUNTS.map((count) => ({ value: count, label: count }))}
      value={value}
      onChange={setValue}
    />
  )
}
