import { Page } from '../../ui/Page.tsx'
import { Each, slot } from '../../ui/template.tsx'
import userText from '../../ui/UserText.module.css'
import post from './PostItem.module.css'
import styles from './TopicPage.module.css'

/** First-paint markup of a topic, see `TopicPage`. */
export function FirstTopic() {
  return (
    <Page title={null} gap={16} className={styles.page}>
      <header className={styles.head}>
        <p className={styles.path}>
          <a href="/forum">Forum</a>, <a href={`/forum/${slot('slug')}`}>{slot('category')}</a>
        </p>
        <h1>{slot('title')}</h1>
      </header>
      <div className={styles.posts}>
        <Each of="posts">
          <article className={post.post}>
            <span />
            <div className={post.byline}>
              <b className={post.nickname}>{slot('nickname')}</b>
            </div>
            <div className={post.body}>
              <p className={userText.text}>{slot('text')}</p>
            </div>
          </article>
        </Each>
      </div>
    </Page>
  )
}
