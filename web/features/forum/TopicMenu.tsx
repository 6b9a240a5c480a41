import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { ArrowRight, Lock, LockOpen, Pencil, Pin, PinOff, RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ForumTopic, TopicModeration } from '../../../contract/http/forum.ts'
import { TOPIC_TITLE_MAX } from '../../../contract/limits.ts'
import type { Rule } from '../../../contract/rules.ts'
import { forumFailureOf } from '../../lib/messages/forum.ts'
import { ruleMessages } from '../../lib/messages/rules.ts'
import { ifAppealed, REASON_MISSING } from '../../lib/messages/staff.ts'
import { useUser } from '../../lib/session.ts'
import { FormDialog, FormHint } from '../../ui/FormDialog.tsx'
import { MoreMenu } from '../../ui/Menu.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { AuthorReasonFields } from '../staff/AuthorReasonFields.tsx'
import { StaffReasonField } from '../staff/StaffReasonField.tsx'
import { topicsQuery, useModerateTopic } from './queries.ts'

type Action = TopicModeration['action']

const TITLES: Record<Action, string> = {
  lock: 'Lock this topic?',
  unlock: 'Unlock this topic?',
  pin: 'Pin this topic?',
  unpin: 'Unpin this topic?',
  move: 'Move this topic',
  rename: 'Rename this topic',
  remove: 'Remove this topic?',
  restore: 'Restore this topic?',
}

const LABELS: Record<Action, string> = {
  lock: 'Lock',
  unlock: 'Unlock',
  pin: 'Pin',
  unpin: 'Unpin',
  move: 'Move',
  rename: 'Rename',
  remove: 'Remove',
  restore: 'Restore',
}

const HINTS: Partial<Record<Action, string>> = {
  lock: 'Members can read it, but not reply.',
  rename: 'The author is told.',
  remove: 'Only staff will be able to see it.',
}

/**
 * Menu of staff actions on a topic. Each needs a reason. The author reads the reason of a lock, new title or removal.
 */
export function TopicMenu({ topic }: { topic: ForumTopic }) {
  const [action, setAction] = useState<Action | null>(null)
  const act = (name: Action, icon: typeof Lock) => ({ label: LABELS[name], icon, onAction: () => setAction(name) })
  const items = [
    ...(topic.state === 'removed'
      ? [act('restore', RotateCcw)]
      : [topic.state === 'locked' ? act('unlock', LockOpen) : act('lock', Lock)]),
    topic.pinned ? act('unpin', PinOff) : act('pin', Pin),
    act('move', ArrowRight),
    act('rename', Pencil),
    ...(topic.state === 'removed' ? [] : [act('remove', Trash2)]),
  ]
  return (
    <>
      <MoreMenu bordered items={items} label="Moderate this topic" />
      {action && <ModerateDialog topic={topic} action={action} onClose={() => setAction(null)} />}
    </>
  )
}

type ModerateDialogProps = { topic: ForumTopic; action: Action; onClose: () => void }

function ModerateDialog({ topic, action, onClose }: ModerateDialogProps) {
  const user = useUser()
  const moderate = useModerateTopic()
  const [category, setCategory] = useState(String(topic.category.id))
  const [rule, setRule] = useState<Rule | null>(null)
  const hint = user?.id === topic.user.id ? undefined : HINTS[action]
  const isReversal = action === 'unlock' || action === 'restore'
  const reader = isReversal && user?.id !== topic.user.id ? ifAppealed(topic.user.nickname) : null
  const submit = async (form: FormData) => {
    const reason = String(form.get('reason') ?? '').trim()
    if (hint && rule === null) return { field: 'rule', error: ruleMessages.missing }
    if (!hint && !reason) return { field: 'reason', error: REASON_MISSING }
    const shared = { topic: topic.id, rule, reason }
    const title = String(form.get('title') ?? '').trim()
    if (action === 'rename') {
      if (!title) return { field: 'title', error: 'Give it a title.' }
      await moderate.mutateAsync({ ...shared, action, title })
    } else if (action === 'move') await moderate.mutateAsync({ ...shared, action, category: Number(category) })
    else await moderate.mutateAsync({ ...shared, action })
    return undefined
  }
  return (
    <FormDialog
      title={TITLES[action]}
      submit={LABELS[action]}
      onSubmit={submit}
      failure={forumFailureOf}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          {hint && <FormHint>{hint}</FormHint>}
          {action === 'move' && <CategorySelect value={category} onChange={setCategory} />}
          {action === 'rename' && (
            <TextField
              label="Title"
              name="title"
              defaultValue={topic.title}
              maxLength={TOPIC_TITLE_MAX}
              error={errorOf('title')}
            />
          )}
          {hint ? (
            <AuthorReasonFields author={topic.user.nickname} rule={rule} onRule={setRule} error={errorOf('rule')} />
          ) : (
            <StaffReasonField error={errorOf('reason')} reader={reader} />
          )}
        </>
      )}
    </FormDialog>
  )
}

function CategorySelect({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const { data } = useSuspenseInfiniteQuery(topicsQuery({ category: undefined, show: 'latest' }))
  const options = (data.pages[0]?.categories ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
  return <Select label="Category" options={options} value={value} onChange={onChange} />
}
