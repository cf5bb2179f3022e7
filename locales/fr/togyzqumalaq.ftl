### Ce que dit Ayla en français du Togyzqumalaq seulement.

## Le jeu

summary-togyzqumalaq = Deux rangées de neuf cases (otau), neuf graines (qumalaq) dans chacune, et un grenier (qazan) pour chaque joueur : le mancala du Kazakhstan (тоғызқұмалақ) et, sous le nom de toguz korgool (тогуз коргоол), du Kirghizistan ; on écrit aussi toguzkumalak ou togyz kumalak. La première graine d'un semis retourne dans sa case. La dernière récolte un nombre pair dans une case adverse. Si elle y fait trois, une fois par partie, elle gagne la case comme tuzdik, qui prend toute graine qui y tombe. Qui a le plus de graines gagne.

## Préréglages : un titre, et leur usage

preset-togyzqumalaq-default = Togyzqumalaq
    .summary = Neuf cases par rangée, neuf graines par case ; la partie finit quand un grenier contient plus de la moitié des graines : 82 sur 162.
preset-togyzqumalaq-bestemshe = Bestemshe
    .summary = Le petit jeu : cinq cases par rangée, cinq graines par case, sans tuzdik ; 26 graines sur 50 font gagner.
preset-togyzqumalaq-repetition = Arrêt à la répétition
    .summary = Arrêt quand une position se présente pour la troisième fois : toute partie finit.

## Options

option-togyzqumalaq-houses = Le nombre de cases par rangée.
option-togyzqumalaq-majority = La partie finit dès qu'un grenier contient plus de la moitié des graines. Celles qui restent dans les cases ne comptent alors pour personne.
option-togyzqumalaq-quiet = La partie s'arrête après ce nombre de coups consécutifs, les deux camps confondus, qui n'ont mis aucune graine dans un grenier ; 0 : jamais. Les graines qui restent dans les cases ne comptent alors pour personne.
option-togyzqumalaq-repetition = La partie s'arrête quand la même disposition des graines dans les cases, avec les mêmes tuzdiks et le même camp à jouer, s'est présentée ce nombre de fois dans la suite de coups envoyée ; 0 : jamais. Les graines qui restent dans les cases ne comptent alors pour personne.
option-togyzqumalaq-seeds = Les graines par case au début.
option-togyzqumalaq-tuzdik = Une dernière graine qui fait trois dans une case adverse gagne cette case comme tuzdik.

## Règles

ruling-TQ-1 = Un coup remet la première graine dans sa case et sème les autres dans le sens inverse des aiguilles d'une montre ; une graine seule avance d'une case.
    .plain = Vous prenez toutes les graines d'une case. La première y retourne, et vous en posez une dans chaque case qui suit. Une graine seule n'y retourne pas : elle avance dans la case suivante.
ruling-TQ-2 = On ne sème jamais dans un grenier.
    .plain = Vous ne semez jamais dans un grenier : après votre dernière case vient la première de Nord.
ruling-TQ-3 = La dernière graine récolte toute la case adverse où elle tombe, si elle y fait un nombre pair.
    .plain = Si votre dernière graine fait 2, 4, 6 ou un autre nombre pair dans une case de Nord, vous récoltez toutes les graines de cette case. Dans votre propre rangée, vous ne récoltez rien.
ruling-TQ-4 = La dernière graine qui fait trois dans une case adverse les récolte, et la case devient le tuzdik du camp qui joue.
    .plain = Si votre dernière graine fait exactement 3 dans une case de Nord, vous récoltez les trois, et cette case est votre tuzdik jusqu'à la fin de la partie.
ruling-TQ-5 = Il n'y a pas de tuzdik pour un camp qui en a déjà un, ni dans la dernière case d'une rangée, ni dans la case qui a le numéro du tuzdik adverse.
    .plain = Vous ne pouvez avoir qu'un tuzdik. Ce ne peut être ni la dernière case de Nord, ni la case qui a le même numéro que son tuzdik. Si votre dernière graine y fait 3, vous ne récoltez rien.
ruling-TQ-6 = Une graine semée dans un tuzdik va dans le grenier du camp qui le possède, et personne ne peut jouer cette case.
    .plain = Toute graine qui tombe dans votre tuzdik va dans votre grenier, quel que soit le camp qui la sème. De même, le tuzdik de Nord prend des graines pour Nord. Personne ne peut jouer un tuzdik.
ruling-TQ-7 = On peut aussi jouer sans tuzdik.
    .plain = Avec cette règle, il n'y a pas de tuzdik : une dernière graine qui fait 3 ne récolte rien.
ruling-TQ-8 = Si la rangée du camp qui doit jouer est vide, la partie est finie et l'autre camp prend le reste.
    .plain = Si le camp qui doit jouer n'a plus de graines, la partie est finie. L'autre prend toutes les graines qui restent.
ruling-TQ-9 = La partie finit quand un grenier contient plus de la moitié des graines.
    .plain = La partie finit quand un camp a plus de la moitié des graines : l'autre ne peut plus le rattraper.
ruling-TQ-10 = La partie peut s'arrêter après un nombre de coups sans récolte, ou quand une position se répète.

## Ce qui s'est passé dans un coup

moved-into-tuzdik = { $you ->
    [owner] Votre tuzdik vous rapporte { $seeds }.
   *[other] Le tuzdik rapporte { $seeds } à { $owner }.
}

## La page sur laquelle on joue

option-title-tuzdik = Tuzdiks

## Leçons de la page

page-lesson-togyzqumalaq-sow = Jouez la case 1 : touchez-la ou cliquez dessus.
    .title = La première graine reste
    .rule = Vous jouez Sud : les cases dont le numéro est sur une étiquette sont à vous, celles d'en face à Nord. Les joueurs appellent une case un otau. Pour en jouer une, vous ramassez toutes ses graines. Vous remettez la première dans la case, puis vous semez les autres, une dans chaque case qui suit, puis dans l'autre sens chez Nord.
    .hint = Vos cases sont numérotées dans le sens où vous semez.
    .why = Les récoltes viennent plus tard : on vous demande la case 1.
    .solved = Une graine est restée dans la case 1.
page-lesson-togyzqumalaq-single = Videz une de vos cases en la jouant.
    .title = Une graine seule
    .rule = Une graine seule dans sa case n'y reste pas : elle avance dans la suivante.
    .hint = Laquelle de vos cases contient une seule graine ?
    .why = Une graine est restée dans la case jouée.
page-lesson-togyzqumalaq-even = Récoltez six graines.
    .title = Récolter un nombre pair
    .rule = Si votre dernière graine fait un nombre pair dans une case de Nord, comme 2, 4 ou 6, vous récoltez toutes les graines de la case. Elles vont dans votre grenier, le qazan. On ne sème jamais dans un grenier.
    .hint = Votre dernière graine doit faire six : trouvez la case de Nord qui en contient cinq.
page-lesson-togyzqumalaq-odd = Récoltez deux graines.
    .title = Pair et impair
    .rule = Vous ne récoltez rien avec un nombre impair, comme 1 ou 5, ni dans votre rangée. Seule compte la case de votre dernière graine, et non celles d'avant.
    .hint = Votre dernière graine doit faire deux : trouvez la case de Nord qui en contient une.
page-lesson-togyzqumalaq-tuzdik = Avec votre dernière graine, faites 3 dans une case de Nord.
    .title = Le tuzdik
    .rule = Le 3 est à part : si votre dernière graine fait 3 dans une case de Nord, vous les récoltez, et la case devient votre tuzdik. Jusqu'à la fin de la partie, toute graine qui y tombe est à vous.
    .hint = Trouvez la case de Nord qui contient deux graines.
    .why = Votre dernière graine n'a fait 3 dans aucune case de Nord.
page-lesson-togyzqumalaq-last = Gagnez un tuzdik.
    .title = Pas la dernière case
    .rule = La dernière case de Nord, la neuvième, ne peut jamais être votre tuzdik. Si votre dernière graine y fait 3, vous ne récoltez rien.
    .hint = À part sa case 9, Nord a deux cases de deux graines. Laquelle votre dernière graine peut-elle atteindre ?
    .slip = Vous avez fait 3 dans la case 9 de Nord, mais la dernière case ne peut jamais être un tuzdik : vous n'avez rien récolté.
    .why = Votre dernière graine n'a fait 3 dans aucune case de Nord.
page-lesson-togyzqumalaq-mirror = Gagnez un tuzdik.
    .title = Pas le même numéro
    .rule = Le tuzdik de Nord est votre case 5. Sa case 5, du même numéro, ne peut donc pas être votre tuzdik : si votre dernière graine y fait 3, vous ne récoltez rien.
    .hint = À part sa case 5, Nord a une case de deux graines. Votre dernière graine doit y tomber.
    .slip = Vous avez fait 3 dans la case 5 de Nord, mais votre case 5 est son tuzdik : vous n'avez rien récolté.
    .why = Votre dernière graine n'a fait 3 dans aucune case de Nord.
page-lesson-togyzqumalaq-once = Récoltez quatre graines.
    .title = Un seul tuzdik
    .rule = Vous avez déjà un tuzdik, la case 7 de Nord, et on n'en a qu'un par partie : une dernière graine qui fait 3 ne récolte plus rien. Vous récoltez toujours les nombres pairs.
    .hint = Deux cases de Nord contiennent trois graines. Laquelle votre dernière graine peut-elle atteindre ?
    .slip = Vous avez fait 3 dans la case 2 de Nord, mais vous avez déjà un tuzdik : vous n'avez rien récolté.
page-lesson-togyzqumalaq-falls = Jouez une case dont la dernière graine tombe dans votre tuzdik.
    .title = Des graines pour un tuzdik
    .rule = Un tuzdik prend des graines pour son camp, quel que soit celui qui les sème. Personne ne peut le jouer. La case 3 de Nord est votre tuzdik, et votre case 6 est celui de Nord.
    .hint = La case 1 de Nord est en face de votre case 9 : de là, comptez jusqu'à la case 3 de Nord.
    .slip = Votre case 6 est le tuzdik de Nord. Le vôtre est la case 3 de Nord.
    .why = Votre dernière graine n'est pas tombée dans votre tuzdik, la case 3 de Nord.
page-lesson-togyzqumalaq-empty = Récoltez les dernières graines de Nord et gagnez.
    .title = Pas de graines, pas de coup
    .rule = Un camp dont la rangée est vide ne peut pas jouer : la partie est finie, et l'autre prend toutes les graines qui restent.
    .hint = Les graines de Nord sont toutes dans une seule case : votre dernière graine doit y tomber.
    .why = La partie continue : Nord a encore des graines.
page-lesson-togyzqumalaq-majority = Gagnez la partie en un coup.
    .title = Plus de la moitié
    .rule = La partie finit aussi si un camp a plus de la moitié des 162 graines : 82 ou plus. Vous en avez 78.
    .hint = Combien de graines vous manque-t-il encore ? Cherchez une récolte d'autant de graines.
    .why = La partie continue : vous n'avez pas encore 82 graines.
    .solved = Nord ne peut plus vous rattraper.
page-lesson-togyzqumalaq-best = Trouvez le seul coup gagnant.
    .title = D'abord le tuzdik
    .rule = Un tuzdik vaut plus que les trois graines qu'il rapporte d'abord : il en prend jusqu'à la fin de la partie. Si vous pouvez en avoir un, une petite récolte peut attendre.
    .hint = La case 9 récolte deux graines tout de suite. Quelle case fait 3 ?
    .slip = Vous récoltez deux graines, mais vous n'avez pas de tuzdik. Si chacun joue au mieux, Nord gagne.
    .why = Vous pouviez faire un tuzdik. Si chacun joue au mieux, Nord gagne.
    .solved = Vous avez un tuzdik. Si chacun joue au mieux, vous gagnez de 10 graines.
# Pourquoi un coup n'a pas récolté ce que demande la leçon.
page-lesson-togyzqumalaq-why = { $found ->
    [0] { $row ->
        [south] Vous n'avez rien récolté : votre dernière graine est tombée dans votre propre rangée.
       *[north] { $seeds ->
            [one] Vous n'avez rien récolté : votre dernière graine est seule dans sa case, et 1 est impair.
           *[other] Vous n'avez rien récolté : cette case contient maintenant { $seeds } graines, un nombre impair.
        }
    }
   *[other] Vous avez récolté { $found } graines.
}

## La page d'accueil

door-togyzqumalaq = Le mancala du Kazakhstan et, sous le nom de toguz korgool, du Kirghizistan. L'UNESCO l'a inscrit au patrimoine immatériel avec le Mangala.
    .wins = Faites un nombre pair chez Nord pour le récolter, ou trois pour gagner un tuzdik. Qui a le plus de graines gagne.
