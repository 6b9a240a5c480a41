import { searchMessages } from '../../lib/messages/search.ts'
import { Page, PageHead } from '../../ui/Page.tsx'
import { SectionTitle } from '../../ui/SectionTitle.tsx'
import { Each, Idle, slot } from '../../ui/template.tsx'
import { SearchField } from '../search/SearchField.tsx'
import styles from './ArtistsPage.module.css'
import latestStyles from './LatestArtists.module.css'

/** First-paint markup of the artists who posted lately, see `ArtistsPage`; its tabs depend on the window. */
export function FirstArtists() {
  return (
    <Page title={null}>
      <PageHead title="Artists" className={styles.head} />
      <div className={styles.firstTabs} />
      <Idle>
        <SearchField label="Nickname" query="" onSearch={() => undefined} hint={searchMessages.artistsHint} />
      </Idle>
      <section>
        <SectionTitle>Posted lately</SectionTitle>
        <ul className={latestStyles.artists} aria-label="Artists who posted lately">
          <Each of="artists">
            <li>
              <div className={latestStyles.card}>
                <div className={latestStyles.head}>
                  <span className={latestStyles.firstAvatar} />
                  <a href={slot('href')} className={latestStyles.name}>
                    {slot('nickname')}
                  </a>
                </div>
                <ul className={latestStyles.sketches}>
                  <Each of="latest">
                    <li>
                      <a href={slot('href')} className={latestStyles.sketch}>
                        <img
                          src={slot('src')}
                          srcSet={slot('srcSet')}
                          alt={slot('alt')}
                          width={slot('side')}
                          height={slot('side')}
                          className={latestStyles.firstPicture}
                        />
                      </a>
                    </li>
                  </Each>
                </ul>
              </div>
            </li>
          </Each>
        </ul>
      </section>
    </Page>
  )
}
