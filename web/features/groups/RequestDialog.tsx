import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { GROUP_DESCRIPTION_MAX, GROUP_TITLE_MAX, READ_CACHE_MS } from '../../../contract/limits.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { groupMessages } from '../../lib/messages/groups.ts'
import { itemsOf } from '../../lib/paged-query.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/Button.tsx'
import { FormDialog, FormHint } from '../../ui/FormDialog.tsx'
import { FormError } from '../../ui/FormError.tsx'
import { Link } from '../../ui/Link.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { AlbumCover } from '../albums/AlbumCover.tsx'
import { artistList } from '../galleries/lists.ts'
import { galleryQuery } from '../galleries/queries.ts'
import styles from './Groups.module.css'
import { similarGroupsQuery, useRequestGroup } from './queries.ts'

const textOf = (form: FormData, name: string) => String(form.get(name) ?? '').trim()

/** Form that requests a group: name, description, and one of the member's sketches as its thumbnail [2 §5]. */
export function RequestDialog({ userId, onClose }: { userId: number; onClose: () => void }) {
  const request = useRequestGroup()
  const navigate = useNavigate()
  const send = async (form: FormData) => {
    const [title, description] = [textOf(form, 'title'), textOf(form, 'description')]
    if (!title) return { field: 'title', error: groupMessages.requestIncomplete }
    if (!description) return { field: 'description', error: groupMessages.requestIncomplete }
    const thumbnail = Number(textOf(form, 'thumbnail'))
    if (!thumbnail) return { field: 'thumbnail', error: groupMessages.thumbnailMissing }
    await request.mutateAsync({ title, description, thumbnail })
    toast(groupMessages.requested)
    void navigate('/groups?tab=requests')
    return undefined
  }
  return (
    <FormDialog title="Request a group" submit="Request" onSubmit={send} failure={messageOf} onClose={onClose}>
      {(errorOf) => (
        <>
          <FormHint>{groupMessages.requestHint}</FormHint>
          <NameField error={errorOf('title')} />
          <TextField
            label="Description"
            name="description"
            multiline
            maxLength={GROUP_DESCRIPTION_MAX}
            error={errorOf('description')}
          />
          <ThumbnailField userId={userId} error={errorOf('thumbnail')} />
        </>
      )}
    </FormDialog>
  )
}

/** The name of the group, with groups and requests of a similar name below it while it is typed. */
function NameField({ error }: { error: string | undefined }) {
  const [name, setName] = useState('')
  const typed = useDeferredValue(name.trim())
  const { data } = useQuery(similarGroupsQuery(typed))
  const similar = typed ? (data?.items ?? []) : []
  return (
    <div>
      <TextField
        label="Name"
        name="title"
        maxLength={GROUP_TITLE_MAX}
        error={error}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
      />
      <div role="status" className={styles.similar}>
        {similar.length > 0 && (
          <>
            Similar names:{' '}
            {similar.map(({ id, title }, index) => (
              <span key={`${id} ${title}`}>
                {index > 0 && ', '}
                {id ? (
                  <Link to={`/group/${id}`} target="_blank">
                    {title}
                  </Link>
                ) : (
                  `${title} (requested)`
                )}
              </span>
            ))}
          </>
        )}
      </div>
    </div>
  )
}

/** Choice of one of the member's listed sketches, newest first. */
function ThumbnailField({ userId, error }: { userId: number; error: string | undefined }) {
  const errorId = useId()
  const query = useInfiniteQuery({
    ...galleryQuery(artistList({ id: userId, nickname: '' }, 'recent')),
    staleTime: READ_CACHE_MS,
  })
  const sketches = itemsOf(query.data).filter(({ unlisted }) => !unlisted)
  return (
    <fieldset className={styles.thumbnails} aria-describedby={error && errorId}>
      <legend>Thumbnail sketch</legend>
      <div id={errorId}>
        <FormError>{error}</FormError>
      </div>
      {query.data && sketches.length === 0 && !query.hasNextPage && <p>{groupMessages.noOwnSketches}</p>}
      <div className={styles.choices}>
        {sketches.map(({ id, ...picture }) => (
          <label key={id} className={styles.choice}>
            <input type="radio" name="thumbnail" value={id} aria-label={picture.title} />
            <AlbumCover thumbnail={{ ...picture, sketchId: id }} small />
          </label>
        ))}
      </div>
      {query.isPending && <Spinner label="Loading" />}
      {query.isError && <LoadFailure onRetry={() => void query.refetch()}>{messageOf(query.error)}</LoadFailure>}
      {query.hasNextPage && (
        <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Show more
        </Button>
      )}
    </fieldset>
  )
}
