/** An item of an export of WordPress; other elements in `extra`. */
export interface TestItem {
  id?: number | string;
  title?: string;
  content?: string;
  excerpt?: string;
  type?: string;
  status?: string;
  slug?: string;
  link?: string;
  password?: string;
  creator?: string;
  date?: string;
  extra?: string;
}

const cdata = (text: string) => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;

export function wxrItem(item: TestItem): string {
  const {
    id = 1,
    title = `Post ${id}`,
    content = '',
    excerpt = '',
    type = 'post',
    status = 'publish',
  } = item;
  const { slug = `post-${id}`, link = `https://old.test/2019/05/${slug}/`, password = '' } = item;
  const { creator = 'ada_login', date = '2019-05-02 10:00:00', extra = '' } = item;
  return `<item><title>${cdata(title)}</title><link>${link}</link><dc:creator>${cdata(creator)}</dc:creator>
<content:encoded>${cdata(content)}</content:encoded><excerpt:encoded>${cdata(excerpt)}</excerpt:encoded>
<wp:post_id>${id}</wp:post_id><wp:post_date_gmt>${date}</wp:post_date_gmt><wp:post_name>${slug}</wp:post_name>
<wp:status>${status}</wp:status><wp:post_type>${type}</wp:post_type><wp:post_password>${password}</wp:post_password>${extra}</item>`;
}

export const postmeta = (key: string, value: string) =>
  `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value>${cdata(value)}</wp:meta_value></wp:postmeta>`;

export const attachment = (id: number, url: string, more: TestItem = {}) =>
  wxrItem({
    id,
    type: 'attachment',
    status: 'inherit',
    ...more,
    extra: `<wp:attachment_url>${url}</wp:attachment_url>${more.extra ?? ''}`,
  });

const author = `<wp:author><wp:author_id>7</wp:author_id><wp:author_login>ada_login</wp:author_login>
<wp:author_email>ada@secret.test</wp:author_email><wp:author_display_name>${cdata('Ada Reed')}</wp:author_display_name></wp:author>`;

/** A whole export with one author. */
export function wxr(items: readonly string[], head = author): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Old</title><link>https://old.test</link><wp:wxr_version>1.2</wp:wxr_version>
<wp:base_blog_url>https://old.test</wp:base_blog_url>${head}
${items.join('\n')}
</channel></rss>`;
}
