import type { NotificationList } from '../../../contract/http/notifications.ts'
import type { Person } from './people.ts'
import { requestJson } from './site.ts'

/** The notifications of a member in a category. */
export const listNotices = (as: Person, category: keyof NotificationList['unread']) =>
  requestJson<NotificationList>(`/api/v2/notices?category=${category}`, { as })
