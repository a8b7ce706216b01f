import { SearchForm } from '../../components/search-form';
import { galley } from '../../lib/galley';
import { metadataOf } from '../../lib/metadata';

export const metadata = metadataOf({ path: '/help', title: 'Help' });

/** The collections and sections of the help center, with links to their pages. */
export default async function Help() {
  const { data: collections } = await galley().kb.tree();
  return (
    <>
      <h1>Help</h1>
      <SearchForm />
      {collections.length === 0 && <p>There is nothing here yet.</p>}
      <div className="grid">
        {collections.map(({ id, slug, title, description, sections }) => (
          <section key={id} className="card">
            <h2>
              <a href={`/help/collection/${slug}`}>{title}</a>
            </h2>
            {description && <p>{description}</p>}
            <ul>
              {sections.map((section) => (
                <li key={section.id}>
                  <a href={`/help/section/${section.slug}`}>{section.title}</a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}
