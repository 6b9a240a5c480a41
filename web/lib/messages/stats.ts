/** Texts of the page of statistics. */
export const statsMessages = {
  loginNeeded: 'Statistics are for patrons. Log in to see yours.',
  patronsPage: 'This is a patron’s page',
  ownForPatrons:
    'Patrons see their views, hearts, comments and new fans here. Yours are being counted already, so nothing is lost until then.',
  ofAnother: 'Statistics are seen by their artist and staff only.',
} as const
