import { infiniteQueryOptions } from '@tanstack/react-query'
import { sketchList } from '../../../contract/http/sketch.ts'
import { call } from '../../lib/call.ts'

/** The newest sketches, page by page. */
export const recentSketchesQuery = infiniteQueryOptions({
  queryKey: ['gallery', 'recent'],
  queryFn: ({ pageParam, signal }) =>
    call(sketchList, `/recentSketches?format=json${pageParam && `&cursor=${pageParam}`}`, undefined, signal),
  initialPageParam: '',
  getNextPageParam: (page) => (page.done ? undefined : page.cursor),
})
