import { useInfiniteQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import type { ForumCategory } from '../../../contract/http/forum.ts'
import { CATEGORY_DESCRIPTION_MAX, CATEGORY_NAME_MAX } from '../../../contract/limits.ts'
import { forumFailureOf } from '../../lib/messages/forum.ts'
import { messages } from '../../lib/messages/general.ts'
import { REASON_MISSING } from '../../lib/messages/staff.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Link } from '../../ui/Link.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Page, PageHead } from '../../ui/Page.tsx'
import { StaffOnly } from '../../ui/StaffOnly.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { StaffReasonField } from '../staff/StaffReasonField.tsx'
import styles from './CategoriesPage.module.css'
import { topicsQuery, useOrderCategories, useSaveCategory } from './queries.ts'

const TITLE = 'Forum categories'

/** Categories of the forum, for staff: add, rename, order and close them. */
export function CategoriesPage() {
  return (
    <StaffOnly>
      <Categories />
    </StaffOnly>
  )
}

function Categories() {
  const { data, isError, refetch } = useInfiniteQuery(topicsQuery({ category: undefined, show: 'latest' }))
  const order = useOrderCategories()
  const [edited, setEdited] = useState<ForumCategory | 'new' | null>(null)
  const categories = data?.pages[0]?.categories ?? []
  const move = (index: number, by: number) => {
    const ids = categories.map(({ id }) => id)
    const [moved] = ids.splice(index, 1)
    if (moved !== undefined) ids.splice(index + by, 0, moved)
    order.mutate(ids, { onError: (error) => toastFailure(error) })
  }
  return (
    <Page title={TITLE} gap={16} width={768}>
      <p>
        <Link to="/forum">Forum</Link>
      </p>
      <PageHead title={TITLE}>
        <Button icon={Plus} onClick={() => setEdited('new')}>
          New category
        </Button>
      </PageHead>
      {isError && <LoadFailure onRetry={() => void refetch()}>{messages.pageFailed}</LoadFailure>}
      <ol aria-label={TITLE}>
        {categories.map((category, index) => (
          <li key={category.id} className={styles.category}>
            <div>
              <p className={styles.name}>{category.name}</p>
              <p className={styles.facts}>
                {[`/forum/${category.slug}`, category.staffOnly && 'staff only', category.closed && 'closed']
                  .filter(Boolean)
                  .join(', ')}
              </p>
            </div>
            <IconButton
              icon={ArrowUp}
              aria-label={`Move ${category.name} up`}
              unavailable={index === 0}
              onClick={() => move(index, -1)}
            />
            <IconButton
              icon={ArrowDown}
              aria-label={`Move ${category.name} down`}
              unavailable={index === categories.length - 1}
              onClick={() => move(index, 1)}
            />
            <IconButton icon={Pencil} aria-label={`Edit ${category.name}`} onClick={() => setEdited(category)} />
          </li>
        ))}
      </ol>
      {edited && <CategoryDialog category={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </Page>
  )
}

function CategoryDialog({ category, onClose }: { category: ForumCategory | null; onClose: () => void }) {
  const save = useSaveCategory()
  const submit = async (form: FormData) => {
    const text = (field: string) => String(form.get(field) ?? '').trim()
    const fields = {
      name: text('name'),
      description: text('description'),
      staffOnly: form.has('staffOnly'),
      closed: form.has('closed'),
      reason: text('reason'),
    }
    if (!fields.name) return { field: 'name', error: 'Give it a name.' }
    if (!fields.reason) return { field: 'reason', error: REASON_MISSING }
    await save.mutateAsync(category ? { id: category.id, ...fields } : { slug: text('slug').toLowerCase(), ...fields })
    return undefined
  }
  return (
    <FormDialog
      title={category ? `Edit ${category.name}` : 'New category'}
      submit="Save"
      onSubmit={submit}
      failure={forumFailureOf}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <TextField
            label="Name"
            name="name"
            defaultValue={category?.name}
            maxLength={CATEGORY_NAME_MAX}
            error={errorOf('name')}
          />
          {!category && (
            <TextField
              label="Address"
              name="slug"
              hint="Letters a to z, digits and hyphens. It can’t be changed later."
              maxLength={32}
            />
          )}
          <TextField
            label="Description"
            name="description"
            defaultValue={category?.description}
            maxLength={CATEGORY_DESCRIPTION_MAX}
          />
          <Checkbox name="staffOnly" defaultChecked={category?.staffOnly}>
            Only staff start topics
          </Checkbox>
          <Checkbox name="closed" defaultChecked={category?.closed} hint="Members can read, but not write.">
            Closed
          </Checkbox>
          <StaffReasonField error={errorOf('reason')} />
        </>
      )}
    </FormDialog>
  )
}
