import type { EnteredIn } from '../../../contract/http/galleries.ts'
import { sketchList } from '../../../contract/http/sketches.ts'
import { call } from '../../lib/call.ts'
import { pagedQuery, withParams } from '../../lib/paged-query.ts'

/** The member's listed sketches that are in no challenge, or in no compo. They are read again for each choice. */
export const toEnterQuery = (enteredIn: EnteredIn, userId: number) => ({
  ...pagedQuery({
    queryKey: ['sketches to enter', enteredIn, userId],
    read: (cursor, signal) =>
      call(sketchList, withParams('/api/v2/user/sketchesToEnter', { in: enteredIn, cursor }), undefined, signal),
  }),
  gcTime: 0,
})
