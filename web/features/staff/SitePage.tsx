import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { TagAliasList } from '../../../contract/http/tags.ts'
import { MOTD_MAX, TAG_MAX } from '../../../contract/limits.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { siteMessages } from '../../lib/messages/staff-log.ts'
import { itemsOf } from '../../lib/paged-query.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { focusField, useFocusHeadingWhenLost } from '../../ui/focus.ts'
import { Link } from '../../ui/Link.tsx'
import { ListEnd } from '../../ui/ListEnd.tsx'
import { Page } from '../../ui/Page.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { StaffOnly } from '../../ui/StaffOnly.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { DeskTabs } from '../cases/DeskTabs.tsx'
import { aliasesQuery, motdQuery, useAddAlias, useRemoveAlias, useSetMotd } from './queries.ts'
import { SharedImages } from './SharedImages.tsx'
import styles from './SitePage.module.css'
import { StaffReasonDialog } from './StaffReasonDialog.tsx'
import { StaffReasonField } from './StaffReasonField.tsx'

/** Message of the day, other spellings of tags, and shared images, for staff. Changes are on the staff log. */
export function SitePage() {
  return (
    <StaffOnly>
      <Page title="Site" gap={16} width={1080}>
        <h1>Moderation</h1>
        <DeskTabs current="/gloperate/site" />
        <MotdForm />
        <AliasForm />
        <AliasList />
        <SharedImages />
      </Page>
    </StaffOnly>
  )
}

const valuesOf = (form: HTMLFormElement, ...names: string[]) => {
  const data = new FormData(form)
  return names.map((name) => String(data.get(name) ?? '').trim())
}

function MotdForm() {
  const { data: motd } = useQuery(motdQuery)
  const set = useSetMotd()
  if (motd === undefined) return null
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const [text = '', link] = valuesOf(event.currentTarget, 'text', 'link')
    set.mutate({ text, link: link || null }, { onSuccess: () => toast(siteMessages.motdSaved) })
  }
  return (
    <form aria-label="Message of the day" className={styles.form} onSubmit={submit}>
      <h2>Message of the day</h2>
      <TextField
        label="Message"
        name="text"
        hint="On the home page. Empty shows nothing."
        maxLength={MOTD_MAX}
        defaultValue={motd?.text ?? ''}
        error={set.error ? messageOf(set.error) : undefined}
      />
      <TextField
        label="Link (optional)"
        name="link"
        hint="A page of this site, such as /challenges"
        defaultValue={motd?.link ?? ''}
      />
      <div>
        <Button type="submit" busy={set.isPending}>
          Save the message
        </Button>
      </div>
    </form>
  )
}

function AliasForm() {
  const add = useAddAlias()
  const [problem, setProblem] = useState<string>()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const [alias = '', tag = '', reason = ''] = valuesOf(form, 'alias', 'tag', 'reason')
    const missing = Object.entries({ alias, tag, reason }).find(([, text]) => !text)
    setProblem(missing && siteMessages.tagsMissing)
    if (missing) return focusField(form, missing[0])
    add.mutate(
      { alias, tag, reason },
      {
        onSuccess: (added) => {
          form.reset()
          toast(siteMessages.aliasAdded(added.alias, added.tag))
        },
        onError: (error) => setProblem(messageOf(error)),
      },
    )
  }
  return (
    <form aria-label="Tag spelling" className={styles.form} onSubmit={submit}>
      <h2>Tag spelling</h2>
      <p>{siteMessages.aliasIntro}</p>
      <TextField label="Other spelling" name="alias" maxLength={TAG_MAX} error={problem} />
      <TextField label="Tag" name="tag" maxLength={TAG_MAX} />
      <StaffReasonField />
      <div>
        <Button type="submit" busy={add.isPending}>
          Add the spelling
        </Button>
      </div>
    </form>
  )
}

/** Spellings that staff added, and can remove again. */
function AliasList() {
  useFocusHeadingWhenLost()
  const query = useInfiniteQuery(aliasesQuery)
  const aliases = itemsOf(query.data)
  return (
    <section className={styles.form}>
      <h2>Other spellings</h2>
      {query.data && aliases.length === 0 && <EmptyState>{siteMessages.noAliases}</EmptyState>}
      <ul aria-label="Other spellings">
        {aliases.map((alias) => (
          <AliasRow key={alias.id} {...alias} />
        ))}
      </ul>
      <ListEnd query={query} />
    </section>
  )
}

function AliasRow({ alias, tag, date }: TagAliasList['items'][number]) {
  const remove = useRemoveAlias()
  const [isOpen, setIsOpen] = useState(false)
  const send = async (reason: string) => {
    await remove.mutateAsync({ alias, tag, reason })
    toast(siteMessages.aliasRemoved)
  }
  return (
    <li className={styles.alias}>
      <span>
        {alias} is <Link to={`/tag/${encodeURIComponent(tag)}`}>{tag}</Link>
      </span>
      <RelativeTime time={date} />
      <Button aria-label={`Remove ${alias}`} onClick={() => setIsOpen(true)}>
        Remove
      </Button>
      {isOpen && (
        <StaffReasonDialog
          title={`Remove the spelling ${alias}`}
          submit="Remove"
          onReason={send}
          failure={messageOf}
          onClose={() => setIsOpen(false)}
        >
          {siteMessages.aliasRemoval}
        </StaffReasonDialog>
      )}
    </li>
  )
}
