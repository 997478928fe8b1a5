// SPDX-License-Identifier: BSD-3-Clause
// Opens a book and prints its metadata, its contents, and its presentation.
//
//   java -cp 'read.jar:build/lectern.jar:kotlin-stdlib.jar:jna.jar' Read book.epub
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import lectern.Functions;
import lectern.Lectern;
import lectern.LecternException;
import lectern.Navigator;
import lectern.Publication;
import lectern.model.*;

public class Read {
    static final DecorationStyle YELLOW = new DecorationStyle("highlight", new Color.Text("#FFD54F"));
    static final DecorationStyle BLUE = new DecorationStyle("underline", new Color.Text("#3F51B5"));

    public static void main(String[] arguments) {
        try (Publication book = Lectern.open(arguments[0]); Navigator navigator = new Navigator(book)) {
            describe(book.getManifest().getMetadata());
            contents(book);
            preferences(navigator);
            decorations(navigator, book.getPositions().subList(1, 4));
        } catch (LecternException failure) {
            System.err.println(failure);
            System.exit(1);
        }
    }

    static void describe(Metadata metadata) {
        heading(Functions.getText(metadata.getTitle()) + ": " + Functions.getText(metadata.getSubtitle()), "=");
        System.out.println("  author      " + names(metadata.getAuthor()));
        System.out.println("  translator  " + names(metadata.getTranslator()));
        System.out.println("  language    " + String.join(", ", metadata.getLanguage()));
    }

    static String names(List<? extends ContributorOrName> contributors) {
        return contributors.stream().map(Functions::getName).collect(Collectors.joining(", "));
    }

    static void contents(Publication book) {
        var positions = book.getPositionsByReadingOrder();
        heading("Reading order: " + positions.stream().mapToInt(List::size).sum() + " positions", "-");
        for (int i = 0; i < positions.size(); i++)
            System.out.printf("  %3d  %s%n", positions.get(i).size(), book.getReadingOrder().get(i).getHref());
        heading("Contents", "-");
        outline(book.getToc(), "  ");
    }

    static void outline(List<Link> links, String indent) {
        for (Link link : links) {
            System.out.println(indent + (link.getTitle() == null ? link.getHref() : link.getTitle()));
            if (link.getChildren() != null) outline(link.getChildren(), indent + "  ");
        }
    }

    static void preferences(Navigator navigator) {
        heading("Preferences fontSize: 1.5, theme: dark, publisherStyles: false", "-");
        Map<String, Setting> before = navigator.getSettings().getSettings();
        navigator.submitPreferences(new TreeMap<>(Map.of("fontSize", 1.5, "theme", "dark", "publisherStyles", false)));
        navigator.getSettings().getSettings().forEach((key, now) -> {
            Setting old = before.get(key);
            if (now.getPreference() != null)
                System.out.printf("  %-18s%s -> %s%n", now.getLabel(), old.getValueLabel(), now.getValueLabel());
            else if (now.isActive() && !old.isActive()) System.out.printf("  %-18scan be used now%n", now.getLabel());
        });
    }

    static void decorations(Navigator navigator, List<Locator> places) {
        apply(navigator, new Decoration("1", places.get(0), YELLOW), new Decoration("2", places.get(1), YELLOW));
        apply(navigator, new Decoration("1", places.get(0), BLUE), new Decoration("3", places.get(2), YELLOW));
        for (var item : navigator.renderDecorations(places.get(0).getHref()).getGroups().get("highlights"))
            if (item instanceof RenderedDecorationsItem it)
                System.out.println("  html    " + it.getId() + ": " + it.getElement());
    }

    static void apply(Navigator navigator, Decoration... state) {
        heading("Decorations " + Stream.of(state).map(one -> one.getId() + ": " + one.getStyle().getId())
            .collect(Collectors.joining(", ")), "-");
        navigator.applyDecorations("highlights", List.of(state)).forEach((href, changes) -> changes.forEach(change -> {
            if (change instanceof DecorationChangeAdd it) print("add", it.getAdd().getId(), href);
            if (change instanceof DecorationChangeUpdate it) print("update", it.getUpdate().getId(), href);
            if (change instanceof DecorationChangeRemove it) print("remove", it.getRemove(), href);
        }));
    }

    static void print(String action, String id, String href) {
        System.out.printf("  %-8s%s in %s%n", action, id, href);
    }

    static void heading(String title, String line) {
        System.out.println("\n" + title + "\n" + line.repeat(title.length()));
    }
}
