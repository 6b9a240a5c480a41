import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { TITLE_MAX } from '../../../../contract/limits.ts'
import { groupAdminMessages, groupMessages, withReason } from '../../../lib/messages/groups.ts'
import { toast } from '../../../lib/toast.ts'
import { Button } from '../../../ui/Button.tsx'
import { FormError } from '../../../ui/FormError.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { groupInLink, sketchInLink } from '../links.ts'
import { groupQuery, linkedSketchQuery } from '../queries.ts'
import styles from './GroupAdmin.module.css'
import { useSuggest } from './queries.ts'

/** Form that suggests a sketch for a group by two pasted links. Shows their titles once they are found [2 §2]. */
export function SuggestForm() {
  const [links, setLinks] = useState({ group: '', sketch: '' })
  const [groupId, sketchId] = [groupInLink(links.group), sketchInLink(links.sketch)]
  const group = useQuery({ ...groupQuery(groupId), enabled: groupId !== '', retry: false })
  const sketch = useQuery(linkedSketchQuery(sketchId))
  const groupTitle = groupId ? group.data?.title : undefined
  const sketchTitle = sketchId > 0 && sketch.data && !sketch.data.hidden ? sketch.data.title : undefined
  const suggest = useSuggest()
  const [problem, setProblem] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!groupTitle || !sketchTitle) return setProblem(groupAdminMessages.linksInvalid)
    setProblem('')
    const entry = { groupId, groupTitle, sketchId, sketchTitle: sketchTitle.slice(0, TITLE_MAX) }
    suggest.mutate(entry, {
      onSuccess: ({ state }) => {
        toast(state === 'added' ? groupMessages.added(groupTitle) : groupMessages.queued(groupTitle))
        setLinks({ group: '', sketch: '' })
      },
      onError: (error) => setProblem(withReason(groupAdminMessages.suggestFailed, error)),
    })
  }
  return (
    <form className={styles.form} aria-label="Suggest a sketch to a group" onSubmit={submit}>
      <TextField
        label="Group link"
        value={links.group}
        hint={groupTitle ?? 'Paste the address of the group’s page'}
        onChange={(event) => setLinks({ ...links, group: event.target.value })}
      />
      <TextField
        label="Sketch link"
        value={links.sketch}
        hint={sketchTitle ?? 'Paste the address of the sketch’s page'}
        onChange={(event) => setLinks({ ...links, sketch: event.target.value })}
      />
      <FormError>{problem}</FormError>
      <div>
        <Button type="submit" variant="primary" busy={suggest.isPending}>
          Suggest
        </Button>
      </div>
    </form>
  )
}
